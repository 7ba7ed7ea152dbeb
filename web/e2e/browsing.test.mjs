// Finding a show and choosing a date, as anybody may.
import assert from "node:assert/strict";
import { test } from "node:test";
import { api, dateOnSale } from "./fans.mjs";
import { browser, faults } from "./pages.mjs";

const fan = browser();

for (const size of ["phone", "desktop"]) {
  for (const locale of ["ko", "en"]) {
    test(`home shows what opens next and all shows: ${size}, ${locale}`, async () => {
      const page = await fan.page({ size, locale, theme: locale === "ko" ? "light" : "dark" });
      await page.goto("/");
      await page
        .getByRole("heading", { name: locale === "ko" ? "전체 공연" : "All shows" })
        .waitFor();
      await page.getByRole("heading", { level: 3 }).first().waitFor();

      assert.equal(await page.locator("html").getAttribute("lang"), locale);
      assert.deepEqual(await faults(page), []);
      assert.deepEqual(page.problems, []);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= page.viewportSize().width, `${wide} px wide`);
    });
  }
}

test("search finds while typing, marks the term and forgives a slip", async () => {
  const page = await fan.page();
  await page.goto("/search");
  await page.getByRole("combobox", { name: "공연, 아티스트 검색" }).fill("종이배");
  await page.locator("mark", { hasText: "종이배" }).first().waitFor();
  assert.match(page.url(), /query=/);

  await page.getByRole("combobox", { name: "공연, 아티스트 검색" }).fill("종이비의 노래");
  await page.getByRole("heading", { name: /비슷한 공연 1개/ }).waitFor();
  await page.getByRole("link", { name: /종이배의 노래/ }).waitFor();
  assert.deepEqual(await faults(page), []);

  await page.reload();
  assert.equal(
    await page.getByRole("combobox", { name: "공연, 아티스트 검색" }).inputValue(),
    "종이비의 노래",
  );
});

test("a few letters suggest a show, by mouse and by keys", async () => {
  const page = await fan.page();
  await page.goto("/search");
  const box = page.getByRole("combobox", { name: "공연, 아티스트 검색" });
  await box.fill("ㅈㅇㅂ");
  const option = page.getByRole("option", { name: /종이배의 노래/ });
  await option.waitFor();
  assert.equal(await box.getAttribute("aria-expanded"), "true");
  assert.deepEqual(await faults(page), []);

  await box.press("ArrowDown");
  assert.equal(
    await box.getAttribute("aria-activedescendant"),
    await page.getByRole("listbox").getByRole("option", { selected: true }).getAttribute("id"),
  );
  await box.press("Escape");
  await option.waitFor({ state: "hidden" });

  await box.fill("종이배의");
  await option.click();
  await page.waitForURL(/\/events\//);
});

test("filters leave what fits and stay in the address", async () => {
  const page = await fan.page({ size: "desktop" });
  await page.goto("/");
  await page.getByRole("button", { name: "오픈 예정", exact: true }).click();
  await page.waitForURL(/sale=opening/);
  await page.locator("a.show").first().waitFor();
  const later = (await api("/api/events?size=100")).items.filter((one) => one.saleOpensAt);
  assert.equal(await page.locator("a.show").count(), later.length);
  await page.goto("/?city=" + encodeURIComponent("서울"));
  await page.locator("a.show").first().waitFor();
  for (const venue of await page.locator("a.show .show-facts").allTextContents()) {
    assert.match(venue, /서울/);
  }
});

for (const size of ["phone", "desktop"]) {
  test(`a show tells its dates, cast, grades and what to do now: ${size}`, async () => {
    const { show, date } = await dateOnSale({ queued: false });
    const page = await fan.page({ size, locale: "en", theme: "dark" });
    await page.goto(`/events/${show.id}`);
    await page.getByRole("link", { name: "Choose seats" }).waitFor();
    assert.equal(
      await page.getByRole("link", { name: "Choose seats" }).getAttribute("href"),
      `/seats/${date.id}`,
    );
    for (const { price } of show.grades) {
      await page
        .getByText(`₩${price.toLocaleString("en-US")}`)
        .first()
        .waitFor();
    }
    assert.deepEqual(await faults(page), []);
    assert.deepEqual(page.problems, []);
  });
}

test("the clock is the server's, whatever the device says", async () => {
  const page = await fan.page();
  await page.addInitScript(() => {
    const real = Date.now;
    Date.now = () => real() + 7_200_000; // a phone that is two hours ahead
  });
  await page.goto("/");
  const clock = await page.getByText(/서버 시각 \d/).textContent();
  const [, hour, minute] = /(\d\d):(\d\d):\d\d/.exec(clock);
  const now = new Date(Date.now() + 9 * 3_600_000);
  const minutes = (at) => at.getUTCHours() * 60 + at.getUTCMinutes();
  const apart = Math.abs(Number(hour) * 60 + Number(minute) - minutes(now));
  assert.ok(apart <= 1 || apart >= 24 * 60 - 1, `${clock} at ${now.toISOString()}`);
});

test("an address that leads nowhere says so and what to do next", async () => {
  const page = await fan.page();
  await page.goto("/nothing/here");
  await page.getByRole("heading", { name: "없는 페이지예요" }).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("link", { name: "공연 보기" }).click();
  await page.waitForURL((at) => at.pathname === "/");

  await page.goto("/events/00000000-0000-4000-8000-000000000000");
  await page.getByRole("heading", { name: "없는 페이지예요" }).waitFor();
});

test("the language changes in place and stays", async () => {
  const page = await fan.page();
  await page.goto("/login");
  await page.getByLabel("이메일").fill("fan@onsale.example");
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("heading", { name: "Log in" }).waitFor();
  assert.equal(await page.getByLabel("E-mail").inputValue(), "fan@onsale.example");
  await page.reload();
  await page.getByRole("heading", { name: "Log in" }).waitFor();
});

test("a keyboard alone reaches a show", async () => {
  const page = await fan.page({ size: "desktop" });
  await page.goto("/");
  await page.locator("a.show").first().waitFor();
  await page.keyboard.press("Tab");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /건너뛰기/);
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
  await page.locator("a.show").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/events\//);
});
