// Bought tickets: shown, kept for a door without network, cancelled.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buy, dateOnSale, giveBack, hold, newFan, signedIn } from "./fans.mjs";
import { browser, faults, logIn } from "./pages.mjs";

const fan = browser();

test("a ticket has its seat, a code and the show, and is kept on the device", async () => {
  const someone = await newFan();
  const { date } = await dateOnSale({ queued: false });
  const reservationId = await buy(someone, date.id);
  const page = await fan.page();
  await logIn(page, someone, "/tickets");
  await page.getByRole("link", { name: "티켓 2장 보기" }).click();
  await page.getByRole("img", { name: /QR/ }).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByText("2장 중 1번째").waitFor();
  await page.getByRole("button", { name: "다음 티켓" }).click();
  await page.getByText("2장 중 2번째").waitFor();
  assert.equal(await page.getByRole("img", { name: /QR/ }).count(), 1, "one at a time");

  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "캘린더에 담기" }).click();
  assert.equal((await file).suggestedFilename(), "onsale.ics");

  const pdf = page.waitForEvent("download");
  await page.getByRole("button", { name: "PDF 받기" }).click();
  assert.match(
    (await pdf).suggestedFilename(),
    /^B-[0-9-]+-2\.pdf$/,
    "of the ticket that is shown",
  );

  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".ticket:visible").count(), 2, "printing prints all");
  await page.emulateMedia({ media: "screen" });
  assert.deepEqual(page.problems, []);

  // The session ends, the network goes, and the door opens all the same.
  await page.context().clearCookies();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  await page.context().setOffline(true);
  await page.goto(`/tickets/${reservationId}`);
  await page.getByRole("img", { name: /QR/ }).waitFor();
  await page.getByText("인터넷이 없어도 입장할 수 있어요.").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.goto("/tickets");
  await page.getByRole("link", { name: "티켓 2장 보기" }).waitFor();
  await page.context().setOffline(false);
});

test("cancelling asks first, says what became of it, and the refund shows", async () => {
  const someone = await newFan();
  const { date } = await dateOnSale({ queued: false });
  const reservationId = await buy(someone, date.id, 1);
  const page = await fan.page({ locale: "en", size: "desktop" });
  await logIn(page, someone, `/tickets/${reservationId}`);
  await page.getByRole("img", { name: /QR/ }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "My tickets" }).click();
  await page.getByRole("button", { name: "Cancel booking" }).click();
  const sheet = page.getByRole("dialog", { name: "Cancel this booking?" });
  await sheet.getByText("You get back").waitFor();
  assert.deepEqual(await faults(page), []);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: "Cancel booking" }).click();
  await sheet.getByText("You get back").waitFor();
  await sheet.getByRole("button", { name: "Cancel 1 seat" }).click();
  await page.getByText("Cancelled. You see here when the refund is done.").waitFor();
  await page.getByRole("button", { name: /^Cancelled/ }).click();
  await page
    .getByText(/Refund under way|Refunded/)
    .first()
    .waitFor();
  assert.deepEqual(await faults(page), []);

  await page.goto(`/tickets/${reservationId}`);
  await page.getByText("This booking is cancelled.").waitFor();
  assert.equal(await page.getByRole("img", { name: /QR/ }).count(), 0, "no code any more");

  await page.getByRole("link", { name: "Receipt" }).click();
  await page.getByText("Amount paid").waitFor();
  await page.getByText("Card", { exact: true }).waitFor();
  await page.getByText(/^(Refund under way|Refunded)$/).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.emulateMedia({ media: "print" });
  assert.equal(
    await page.getByRole("button", { name: "Print" }).count(),
    0,
    "nothing to press on paper",
  );
  assert.equal(await page.getByText("Amount paid").isVisible(), true);
});

test("a ticket that was cancelled elsewhere has no PDF", async () => {
  const someone = await newFan();
  const { date } = await dateOnSale({ queued: false });
  const reservationId = await buy(someone, date.id, 1);
  const page = await fan.page();
  await logIn(page, someone, `/tickets/${reservationId}`);
  await page.getByRole("img", { name: /QR/ }).waitFor();
  await giveBack(await signedIn(someone), reservationId);
  await page.getByRole("button", { name: "PDF 받기" }).click();
  await page.getByText("취소된 티켓이라 PDF를 만들 수 없어요.").waitFor();
});

test("some of the seats are cancelled, for what was quoted, and the others stay", async () => {
  const someone = await newFan();
  const { date } = await dateOnSale({ queued: false });
  await buy(someone, date.id, 2);
  const page = await fan.page();
  await logIn(page, someone, "/tickets");
  await page.getByRole("button", { name: "예매 취소" }).click();
  const sheet = page.getByRole("dialog", { name: "예매를 취소할까요?" });
  await sheet.getByText("돌려받는 금액").waitFor();
  const seats = sheet.getByRole("checkbox");
  assert.equal(await seats.count(), 2);
  await seats.first().uncheck();
  await sheet.getByText("그대로", { exact: true }).waitFor();
  assert.deepEqual(await faults(page), []);
  await seats.nth(1).uncheck();
  await sheet.getByText("취소할 좌석을 골라 주세요.").waitFor();
  await seats.nth(1).check();
  await sheet.getByText(/수수료 없이 취소할 수 있어요|수수료가 있어요/).waitFor();
  await sheet.getByRole("button", { name: "1석 취소하기" }).click();
  await page.getByText("고른 좌석을 취소했어요.").waitFor();
  await page.getByText(/1석 취소 · .* 환불/).waitFor();
  await page.getByRole("link", { name: "티켓 1장 보기" }).waitFor();
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
});

test("tickets come by mail again, and a cancelled booking leaves the list", async () => {
  const someone = await newFan();
  const { date } = await dateOnSale({ queued: false });
  const reservationId = await buy(someone, date.id, 1);
  const call = await signedIn(someone);
  const { reservationNumber } = await call(`/api/reservations/${reservationId}`);
  const page = await fan.page();
  await logIn(page, someone, `/tickets/${reservationId}`);
  await page.getByRole("button", { name: "메일로 다시 받기" }).click();
  await page.getByText("가입한 이메일로 티켓을 보냈어요.").waitFor();
  await page.getByRole("button", { name: "메일로 다시 받기" }).click();
  await page.getByText(/방금 보냈어요/).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.goto("/mailbox");
  await page.getByText(`예매 번호 ${reservationNumber}`).waitFor(); // the page looks by itself

  await giveBack(call, reservationId);
  await page.goto("/tickets");
  await page.getByRole("button", { name: /^취소 1$/ }).click();
  await page.getByRole("button", { name: "목록에서 지우기" }).click();
  await page.getByText("취소한 예매가 없어요.").waitFor();
  assert.deepEqual(await faults(page), []);
  assert.equal((await call("/api/reservations")).total, 0);
  const { items } = await call(`/api/reservations?number=${reservationNumber}`);
  assert.equal(items[0].reservationId, reservationId, "and is found by its number");
  // the answer of the second mail is a refusal, which the browser notes
  assert.deepEqual(
    page.problems.filter((one) => !one.includes("429")),
    [],
  );
});

test("what waits for its payment comes first, with its time", async () => {
  const someone = await newFan();
  const { date } = await dateOnSale({ queued: false });
  const held = await hold(someone, date.id, 1);
  const page = await fan.page();
  await logIn(page, someone, "/tickets");
  await page.getByText(/안에 결제하세요/).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("link", { name: "결제 이어서 하기" }).click();
  await page.waitForURL((at) => at.pathname === `/checkout/${held.reservationId}`);
});

test("another's ticket does not exist", async () => {
  const someone = await newFan();
  const { date } = await dateOnSale({ queued: false });
  const reservationId = await buy(someone, date.id, 1);
  const page = await fan.page();
  await logIn(page, await newFan(), `/tickets/${reservationId}`);
  await page.getByRole("heading", { name: "없는 페이지예요" }).waitFor();
});
