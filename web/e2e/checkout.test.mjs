// Paying: declined, given up, late, twice, and back by the browser's own button.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { dateOnSale, hold, newFan, signedIn, url } from "./fans.mjs";
import { browser, faults, logIn } from "./pages.mjs";

const fan = browser();
let date;

before(async () => {
  ({ date } = await dateOnSale({ queued: false }));
});

async function atCheckout(options) {
  const someone = await newFan();
  const { reservationId } = await hold(someone, date.id, 2);
  const page = await fan.page(options);
  await logIn(page, someone, `/checkout/${reservationId}`);
  await page.getByRole("timer").waitFor();
  return { page, reservationId, someone };
}

async function toProvider(page, { pay = /결제하기$/, consent = /동의해요$/ } = {}) {
  await page.getByLabel(consent).check();
  await page.getByRole("button", { name: pay }).click();
  // The provider is another origin.
  const own = new URL(url).origin;
  await page.waitForURL((at) => at.origin !== own);
}

test("declined, then paid: the seats stay held meanwhile, and the ticket comes", async () => {
  const { page, reservationId, someone } = await atCheckout();
  await page.getByRole("button", { name: /결제하기$/ }).click();
  await page.getByText("결제하려면 동의가 필요해요").waitFor();
  assert.deepEqual(await faults(page), []);

  await toProvider(page);
  await page.getByRole("button", { name: "카드사 거절로 처리" }).click();
  await page.waitForURL((at) => at.pathname === `/checkout/${reservationId}`);
  await page.getByText(/결제가 승인되지 않았어요/).waitFor();
  await page.getByText(/2번 더 시도할 수 있어요/).waitFor();
  assert.deepEqual(await faults(page), []);

  await toProvider(page);
  await page.getByRole("button", { name: "결제하기", exact: true }).click();
  await page.getByRole("heading", { name: "예매했어요" }).waitFor({ timeout: 30_000 });
  assert.deepEqual(await faults(page), []);
  assert.ok(!page.url().includes("paymentToken"), "the token is not in the address");

  await page.goBack();
  await page.goForward();
  await page.goto(`/checkout/${reservationId}`);
  await page.getByRole("link", { name: "티켓 보기" }).click();
  await page.getByRole("img", { name: /QR/ }).waitFor();
  const call = await signedIn(someone);
  const paid = (await call("/api/payments")).items.filter((one) => one.status === "SUCCESS");
  assert.equal(paid.length, 1, "paid once");
});

test("back from the provider by the browser's button, then the seats are given back", async () => {
  const { page, reservationId } = await atCheckout();
  await toProvider(page);
  await page.goBack();
  await page.waitForURL((at) => at.pathname === `/checkout/${reservationId}`);
  await page.getByRole("timer").waitFor();
  await page.getByRole("button", { name: "좌석 놓아주기" }).click();
  await page.getByRole("dialog", { name: "좌석을 놓아줄까요?" }).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "놓아주기", exact: true }).click();
  await page.getByRole("heading", { name: "좌석을 놓아주었어요" }).waitFor({ timeout: 30_000 });
  assert.deepEqual(await faults(page), []);
});

test("closing the provider's page without paying leaves all as it was", async () => {
  const { page, reservationId } = await atCheckout({ locale: "en", size: "desktop" });
  await toProvider(page, { pay: /^Pay ₩/, consent: /agree to pay$/ });
  await page.getByRole("button", { name: "Go back without paying" }).click();
  await page.waitForURL((at) => at.pathname === `/checkout/${reservationId}`);
  await page.getByText(/Nothing was charged and your seats are still held/).waitFor();
  await page.getByRole("button", { name: /^Pay ₩/ }).waitFor();
  assert.deepEqual(await faults(page), []);
});

test("a double click and a second tab make one payment", async () => {
  const { page, reservationId, someone } = await atCheckout();
  const other = await page.context().newPage();
  await other.goto(`/checkout/${reservationId}`);
  await other.getByLabel(/동의해요$/).check();
  await page.getByLabel(/동의해요$/).check();
  await page.getByRole("button", { name: /결제하기$/ }).dblclick({ noWaitAfter: true });
  await page.getByRole("button", { name: "카드사 거절로 처리" }).waitFor();
  await other.getByRole("button", { name: /결제하기$/ }).click();
  await other.getByRole("button", { name: "카드사 거절로 처리" }).waitFor();
  const call = await signedIn(someone);
  assert.equal((await call("/api/payments")).total, 1);
});

test("while a payment is late the page says what is true, over a reload, to the end", async () => {
  const { page } = await atCheckout();
  await toProvider(page);
  await page.getByRole("button", { name: /^늦게 결제하기/ }).click();
  await page.getByRole("heading", { name: "결제를 확인하고 있어요" }).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.reload();
  await page.getByRole("heading", { name: "결제를 확인하고 있어요" }).waitFor();
  await page.getByRole("heading", { name: "예매했어요" }).waitFor({ timeout: 80_000 });
});

/** As where a provider is configured: no page of its own, but a script. This one stands in for it. */
async function withScript(page, answer) {
  await page.route("**/api/payments", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const response = await route.fetch();
    const payment = await response.json();
    const { payUrl, ...provider } = payment.provider;
    await page.route("https://cdn.portone.io/v2/browser-sdk.js", (script) =>
      script.fulfill({
        contentType: "text/javascript",
        body: `window.PortOne = { requestPayment: (request) => (${answer})(request, "${payUrl}") };`,
      }),
    );
    await route.fulfill({ response, json: { ...payment, provider } });
  });
}

test("the provider's own script takes the payment, on a page of its own", async () => {
  const { page } = await atCheckout();
  await withScript(
    page,
    `(request, payUrl) => {
      const at = new URL(payUrl);
      at.searchParams.set("redirect", request.redirectUrl);
      location.assign(at);
      return new Promise(() => {});
    }`,
  );
  await toProvider(page);
  await page.locator('button[value="approve"]').click();
  await page.getByRole("heading", { name: "예매했어요" }).waitFor({ timeout: 30_000 });
  assert.deepEqual(page.problems, []);
});

test("what the provider's script refuses is told at the checkout", async () => {
  const { page, reservationId } = await atCheckout();
  await withScript(page, `async () => ({ code: "FAILURE_TYPE_PG", message: "한도를 넘었어요" })`);
  await page.getByLabel(/동의해요$/).check();
  await page.getByRole("button", { name: /결제하기$/ }).click();
  await page.getByText(/결제가 승인되지 않았어요: 한도를 넘었어요/).waitFor();
  assert.equal(new URL(page.url()).pathname, `/checkout/${reservationId}`);
  await page.getByRole("button", { name: /결제하기$/ }).waitFor();
});

test("more time is one tap, by the server's clock", async () => {
  const { page, reservationId, someone } = await atCheckout();
  const call = await signedIn(someone);
  const before = Date.parse((await call(`/api/reservations/${reservationId}`)).holdExpiresAt);
  await page.getByRole("button", { name: "시간 늘리기" }).click();
  await page.getByText(/시간을 늘렸어요/).waitFor({ state: "attached" });
  const after = Date.parse((await call(`/api/reservations/${reservationId}`)).holdExpiresAt);
  assert.ok(after > before);
});
