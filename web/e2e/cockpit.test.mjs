// The sale cockpit: figures as they change, and what a waiting fan sees of its buttons.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { buy, demoPassword, newFan, signedIn } from "./fans.mjs";
import { browser, faults, logIn } from "./pages.mjs";
import { showOnSale } from "./sales.mjs";

const desk = browser();
const admin = { email: "admin@onsale.example", password: demoPassword };
const TITLE = "조종석의 밤";
let dates;

before(async () => {
  dates = await showOnSale(admin, TITLE);
});

function figure(page, name) {
  return page.locator(".cockpit-figures > div").filter({ hasText: name }).locator(".cockpit-value");
}

async function shows(locator, words) {
  await locator.filter({ hasText: words }).waitFor();
}

test("pause and a message are seen by who waits, and resume lets them in", async () => {
  const page = await desk.page({ size: "desktop" });
  await logIn(page, admin, `/desk/sales/${dates.queued}`);
  await page.getByRole("button", { name: "입장 멈춤" }).click();
  await page.getByText("입장이 멈춰 있어요").waitFor();

  const waiting = await desk.page();
  await logIn(waiting, await newFan(), `/queue/${dates.queued}`);
  await waiting.getByText("입장이 잠시 멈췄어요").waitFor();
  await shows(figure(page, "대기"), /^1$/);
  assert.deepEqual(await faults(page), []);

  await page.getByRole("textbox", { name: "한국어" }).fill("10분 뒤에 다시 시작해요");
  await page.getByRole("button", { name: "알리기" }).click();
  await page.getByText("알림이 대기실에 나오고 있어요.").waitFor();
  await waiting.getByText("10분 뒤에 다시 시작해요").waitFor({ timeout: 30_000 });
  assert.deepEqual(await faults(waiting), []);

  await page.getByRole("button", { name: "입장 다시 시작" }).click();
  await waiting.getByText("내 차례예요").first().waitFor({ timeout: 30_000 });
  assert.deepEqual(page.problems, []);
  assert.deepEqual(waiting.problems, []);
});

test("a change of the rate is staged with a forecast, applied, and in the audit", async () => {
  const page = await desk.page({ size: "desktop", locale: "en" });
  await logIn(page, admin, `/desk/sales/${dates.queued}`);
  const rate = page.getByRole("spinbutton", { name: "Admit per second" });
  await rate.waitFor();
  const wanted = Number(await rate.inputValue()) + 1;
  await page.getByRole("button", { name: "More: Admit per second" }).click();
  await page.getByText(/Those who wait are in within about/).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: "Apply 1 change" }).click();
  await page.getByText(`now ${wanted}`).first().waitFor();

  await page.getByRole("switch", { name: "Close the door" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText(/Nobody can join the line/).waitFor();
  assert.deepEqual(await faults(page), []);
  const close = sheet.getByRole("button", { name: "Close the door" });
  await close.click({ force: true }); // nothing happens without the name
  await sheet.getByLabel(`Type ${TITLE} to go on`).fill(TITLE);
  await close.click();
  await sheet.waitFor({ state: "hidden" });
  const door = page.getByRole("switch", { name: "Close the door" });
  await page.waitForFunction(
    (element) => element.getAttribute("aria-checked") === "true",
    await door.elementHandle(),
  );
  await door.click(); // opened again, without a question
  await page.goto(`/desk/audit?q=${dates.queued}`);
  await page.getByText("queue.settings").first().waitFor();
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
});

test("what is sold appears by itself, by grade and by hour, and as a file", async () => {
  const page = await desk.page();
  await logIn(page, admin, "/desk/sales");
  await page.getByRole("searchbox").fill("조종석");
  await page.getByRole("button", { name: "찾기" }).click();
  await page.getByRole("link", { name: TITLE }).first().waitFor();
  assert.deepEqual(await faults(page), []);
  await page.goto(`/desk/sales/${dates.open}`);
  await shows(figure(page, "판매"), /^0$/);

  await buy(await newFan(), dates.open, 2);
  await shows(figure(page, "판매"), /^2$/);
  await page
    .getByRole("rowheader")
    .filter({ hasText: /월 \d+일/ })
    .waitFor({ timeout: 30_000 });
  await page.getByText("카드").waitFor();
  assert.deepEqual(await faults(page), []);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "판매 CSV" }).click();
  assert.match((await download).suggestedFilename(), /^onsale-bookings-/);
  await page.getByText("서버 준비 · 좋음").waitFor();
  assert.deepEqual(page.problems, []);
});

test("a fan finds nothing there, and another organiser neither", async () => {
  const fan = await newFan();
  const page = await desk.page();
  for (const path of [`/desk/sales/${dates.open}`, "/desk/sales", "/desk/messages"]) {
    if (path.endsWith(dates.open)) await logIn(page, fan, path);
    else await page.goto(path);
    await page.getByText("없는 페이지예요").waitFor();
  }
  const call = await signedIn(fan);
  await assert.rejects(() => call(`/api/admin/sales/${dates.open}`), / 403 /);
});
