// Choosing seats: by finger, by keyboard alone, and when somebody else is faster.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { dateOnSale, newFan } from "./fans.mjs";
import { browser, faults, logIn } from "./pages.mjs";

const fan = browser();
let date;

before(async () => {
  ({ date } = await dateOnSale({ queued: false }));
});

async function atSeats(options, someone) {
  const page = await fan.page(options);
  await logIn(page, someone ?? (await newFan()), `/seats/${date.id}`);
  await page.getByRole("application").waitFor();
  // Counts are there as soon as the server has told of the seats.
  await page
    .locator(".grade-chip em, .grade-list em")
    .filter({ hasText: /\d/ })
    .first()
    .waitFor({ state: "attached" });
  return page;
}

/** Opens the list at a section and returns the buttons of its free seats. */
async function listSeats(page, section) {
  await page.getByRole("button", { name: "목록으로" }).click();
  await page.locator(".section-head").nth(section).click();
  return page.locator(".seat-button");
}

test("of two fans for one seat one gets it, and the other is offered the next", async () => {
  const [slow, fast] = [await atSeats(), await atSeats()];
  const ofSlow = await listSeats(slow, 3);
  const name = await ofSlow.nth(4).locator(".hidden-text").textContent();
  await ofSlow.nth(4).click();
  await slow.getByRole("button", { name: /^1석 잡기/ }).waitFor();

  await listSeats(fast, 3);
  await fast.getByRole("button", { name, exact: true }).click();
  await fast.getByRole("button", { name: /^1석 잡기/ }).click();
  await fast.waitForURL((at) => at.pathname.startsWith("/checkout/"));

  const seat = name.split(",")[0];
  await slow.getByText(`${seat}은 방금 다른 분이 잡았어요`).waitFor();
  // The button under the finger stays a button for holding.
  await slow.getByRole("button", { name: "다른 좌석을 골라 주세요", disabled: true }).waitFor();
  assert.deepEqual(await faults(slow), []);
  await slow.getByRole("button", { name: /으로 바꾸기$/ }).click();
  await slow.getByRole("button", { name: /^1석 잡기/ }).click();
  await slow.waitForURL((at) => at.pathname.startsWith("/checkout/"));
  await slow.getByRole("timer").waitFor();
  assert.equal(await slow.getByText(seat).count(), 0, "the other's seat is not in this order");
});

test("the same seat in the same moment is held once, and the loser is told", async () => {
  const pages = [await atSeats(), await atSeats()];
  const seats = await listSeats(pages[0], 4);
  const name = await seats.nth(6).locator(".hidden-text").textContent();
  await listSeats(pages[1], 4);
  for (const page of pages) await page.getByRole("button", { name, exact: true }).click();
  await Promise.all(
    pages.map((page) =>
      // The slower may have been told before it could click.
      page
        .getByRole("button", { name: /^1석 잡기/ })
        .click({ noWaitAfter: true, timeout: 5_000 })
        .catch(() => undefined),
    ),
  );
  const ends = await Promise.all(
    pages.map((page) =>
      Promise.race([
        page.waitForURL((at) => at.pathname.startsWith("/checkout/")).then(() => "held"),
        page
          .getByText(/방금 다른 분이/)
          .first()
          .waitFor()
          .then(() => "told"),
      ]),
    ),
  );
  assert.deepEqual(ends.sort(), ["held", "told"]);
});

test("a keyboard alone finds, chooses and holds a seat", async () => {
  const page = await atSeats({ locale: "en", size: "desktop" });
  const press = (key) => page.keyboard.press(key);
  const focused = () =>
    page.evaluate(
      () => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent,
    );
  const tabTo = async (words) => {
    for (let i = 0; i < 60; i++) {
      await press("Tab");
      if (words.test(await focused())) return;
    }
    assert.fail(`Tab does not lead to ${words}`);
  };
  await page.evaluate(() => document.querySelector("h1").scrollIntoView());
  await tabTo(/^As a list$/);
  await press("Enter");
  await tabTo(/section A/);
  await press("Enter");
  await tabTo(/, row 1, seat/);
  const first = await focused();
  await press("ArrowRight");
  const second = await focused();
  assert.notEqual(second, first, "arrow keys go along the row");
  await press("Space");
  assert.match(second, /row 1, seat \d+, \w+, ₩[\d,]+/, "place, grade and price are its name");
  assert.equal(
    await page.evaluate(() => document.activeElement.getAttribute("aria-pressed")),
    "true",
  );
  assert.deepEqual(await faults(page), []);
  await tabTo(/^Hold 1 seat/);
  await press("Enter");
  await page.waitForURL((at) => at.pathname.startsWith("/checkout/"));
  await page.getByRole("timer").waitFor();
});

test("a finger zooms into a section and chooses up to four seats", async () => {
  const page = await atSeats();
  assert.deepEqual(await faults(page), []);
  const map = page.getByRole("application", { name: "좌석 배치도" });
  const box = await map.boundingBox();
  const middle = { x: box.width / 2, y: box.height * 0.45 };
  await map.tap({ position: middle });
  await page.locator("[data-detail=numbers]").waitFor();
  await page.getByRole("button", { name: "전체 보기" }).waitFor();
  for (let i = 0; i < 12; i++) {
    await map.tap({ position: { x: 60 + 33 * (i % 8), y: middle.y + 33 * Math.floor(i / 8) } });
  }
  await page.getByText("4석까지예요. 하나를 빼고 고르세요.").waitFor();
  await page.getByRole("button", { name: /^4석 잡기 · [\d,]+원$/ }).waitFor();
  await page.getByRole("button", { name: /빼기$/ }).first().click();
  await page.getByRole("button", { name: /^3석 잡기/ }).waitFor();
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);
});

test("good seats are proposed with their reason and held", async () => {
  const page = await atSeats({ theme: "dark" });
  await page.getByRole("button", { name: "좋은 자리 추천받기" }).click();
  await page.getByRole("radio").first().waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: /^2석 잡기/ }).click();
  await page.waitForURL((at) => at.pathname.startsWith("/checkout/"));

  await page.goBack();
  await page.getByText("잡아 둔 좌석이 2석 있어요").waitFor();
  await page.getByRole("button", { name: "놓아주고 다시 고르기" }).click();
  await page.getByText("잡아 둔 좌석이 2석 있어요").waitFor({ state: "hidden" });
});

test("without a network the choice stays, and goes on with it", async () => {
  const page = await atSeats();
  await (await listSeats(page, 5)).nth(2).click();
  await page.context().setOffline(true);
  await page.getByText("연결되면 다시 확인해요. 고른 좌석은 그대로예요.").waitFor();
  await page.getByRole("button", { name: /^1석 잡기/ }).waitFor();
  await page.context().setOffline(false);
  await page.getByText("연결되면 다시 확인해요.").waitFor({ state: "hidden" });
  await page.getByRole("button", { name: /^1석 잡기/ }).click();
  await page.waitForURL((at) => at.pathname.startsWith("/checkout/"));
});
