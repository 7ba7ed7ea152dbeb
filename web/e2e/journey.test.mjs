// One fan's whole way: home, show, seats, payment, ticket, and the money back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { dateOnSale, newFan } from "./fans.mjs";
import { browser, faults, logIn } from "./pages.mjs";

const fan = browser();

test("from the home page to a ticket and back, with every call listed", async () => {
  const someone = await newFan();
  const { show } = await dateOnSale({ queued: false });
  const page = await fan.page({ serviceWorkers: "block" });
  const calls = await listed(page);
  await logIn(page, someone);
  await page.locator(`.show[href="/events/${show.id}"]`).click();
  await page.getByRole("link", { name: "좌석 고르기" }).click();
  await page.getByRole("button", { name: "좋은 자리 추천받기" }).click();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: /2석 잡기/ }).click();

  await page.waitForURL(/\/checkout\//);
  await page.getByLabel(/동의해요/).check();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: /결제하기$/ }).click();
  await page.locator('button[value="approve"]').click();
  await page.getByRole("heading", { name: "예매했어요" }).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("link", { name: "티켓 보기" }).click();
  await page.getByRole("img", { name: /QR/ }).waitFor();
  print(calls);
  assert.deepEqual(again(calls), [], "fetched twice within its max-age");

  await page.goto("/tickets");
  await page.getByRole("button", { name: "예매 취소" }).click();
  await page.getByRole("button", { name: "2석 취소하기" }).click();
  await page.getByText("취소했어요.").waitFor();
  await page.getByRole("button", { name: /^취소/ }).click();
  await page
    .getByText(/환불 (중|완료)/)
    .first()
    .waitFor();
  assert.deepEqual(page.problems, []);
});

/** Every answer that came over the network, with its bytes as they were sent. */
async function listed(page) {
  const calls = [];
  const open = new Map();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, request }) =>
    open.set(requestId, { url: request.url, method: request.method }),
  );
  session.on("Network.requestServedFromCache", ({ requestId }) => open.delete(requestId));
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const call = open.get(requestId);
    if (call && !response.fromDiskCache) {
      Object.assign(call, {
        status: response.status,
        maxAge: Number(/max-age=(\d+)/.exec(response.headers["cache-control"] ?? "")?.[1] ?? 0),
        at: Date.now(),
      });
      calls.push(call);
    }
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const call = open.get(requestId);
    if (call) {
      call.bytes = encodedDataLength;
    }
  });
  return calls;
}

function again(calls) {
  return calls
    .filter((call, i) =>
      calls
        .slice(0, i)
        .some((before) => before.url === call.url && call.at - before.at < before.maxAge * 1000),
    )
    .map((call) => call.url);
}

function print(calls) {
  const path = ({ url }) => new URL(url).pathname + new URL(url).search;
  const ours = calls.filter(({ url }) => !url.endsWith(".woff2"));
  for (const call of ours) {
    console.log(`${call.method} ${path(call)} ${call.status} ${call.bytes ?? "open"}`);
  }
  const sum = (list) => list.reduce((total, { bytes = 0 }) => total + bytes, 0);
  const fonts = calls.filter(({ url }) => url.endsWith(".woff2"));
  console.log(
    `${ours.length} calls, ${sum(ours)} bytes, and ${fonts.length} pieces of the font, ${sum(fonts)} bytes`,
  );
}
