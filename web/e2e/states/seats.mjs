// Choosing seats: by map and by list, alone and when somebody else is faster.
import { newFan, url } from "../fans.mjs";
import { logIn } from "../pages.mjs";

/** A sale that opens until the pictures are there. */
const SOON_MILLIS = 120_000;

export function seats({ dates, open, line, setLine }) {
  const largest = dates
    .filter(({ date }) => date.queued && Date.parse(date.saleOpensAt) < Date.now() + SOON_MILLIS)
    .filter(({ date }) => date.status !== "ENDED")
    .reduce((a, b) => (b.date.totalSeats > a.date.totalSeats ? b : a));
  const pastTheLine = async (page) => {
    await setLine({ paused: false, maxActive: 1_000, admitPerSecond: 1_000 });
    await atSeats(page, line.date);
  };
  return [
    { name: "seats", reach: (page) => atSeats(page, open.date) },
    { name: "seats-zoomed", reach: async (page) => zoom(await atSeats(page, open.date)) },
    { name: "seats-zoomed-en", locale: "en", reach: (page) => chosen(page, open.date) },
    {
      name: "seats-chosen",
      reach: async (page) => {
        await chosen(page, open.date);
        await page.getByRole("button", { name: /석 잡기/ }).waitFor();
      },
    },
    {
      name: "seats-best",
      reach: async (page) => {
        await atSeats(page, open.date);
        await page.getByRole("button", { name: "좋은 자리 추천받기" }).click();
        await page.getByRole("radio").first().waitFor();
      },
    },
    { name: "seats-list", reach: async (page) => list(await atSeats(page, open.date), 1) },
    {
      name: "seats-list-en",
      locale: "en",
      reach: async (page) => {
        await list(await atSeats(page, open.date), 2);
        await page.locator(".seat-button").nth(3).click();
        await page.getByRole("button", { name: /^Hold 1 seat/ }).waitFor();
      },
    },
    {
      name: "seats-taken",
      reach: async (page, context) => {
        const wanted = await chosen(page, open.date);
        await takeOneOf(wanted, open.date, context);
        await page.getByText(/방금 다른 분이 잡았어요/).waitFor();
      },
    },
    {
      name: "seats-offline",
      reach: async (page, context) => {
        await chosen(page, open.date);
        await context.setOffline(true);
        await page.getByText("연결되면 다시 확인해요.").waitFor();
      },
    },
    {
      name: "seats-held",
      reach: async (page) => {
        await chosen(page, open.date);
        await page.getByRole("button", { name: /석 잡기/ }).click();
        await page.waitForURL(/\/checkout\//);
        await page.goBack();
        await page.getByText(/잡아 둔 좌석이/).waitFor();
      },
    },
    { name: "seats-zones", reach: pastTheLine },
    {
      name: "seats-zones-list",
      reach: async (page) => {
        await pastTheLine(page);
        await page.getByRole("button", { name: "목록으로" }).click();
        await page
          .getByRole("button", { name: /한 명 더하기/ })
          .first()
          .click();
        await page.getByRole("button", { name: /^1석 잡기/ }).waitFor();
      },
    },
    { name: "seats-large", reach: (page) => atSeats(page, largest.date) },
    {
      name: "seats-extend",
      reach: async (page) => {
        await pastTheLine(page);
        await page.evaluate((key) => {
          const entry = JSON.parse(localStorage.getItem(key));
          const expiresAt = new Date(Date.now() + 55_000).toISOString();
          localStorage.setItem(key, JSON.stringify({ ...entry, expiresAt }));
        }, `onsale.entry.${line.date.id}`);
        await page.reload();
        await page.getByRole("dialog").waitFor();
      },
    },
    {
      name: "seats-not-open",
      reach: async (page) => {
        const ended = dates.find(({ date }) => date.status === "ENDED");
        await logIn(page, await newFan(), `/seats/${ended.date.id}`);
        await page.getByRole("alert").waitFor();
      },
    },
  ];
}

/** On the map, past the line if there is one; its counts say that the server has told of the seats. */
async function atSeats(page, date) {
  await logIn(page, await newFan(), `/seats/${date.id}`);
  const map = page.getByRole("application");
  const turn = page.locator(".turn-action a");
  await map.or(turn).waitFor({ timeout: 60_000 });
  if (await turn.isVisible()) {
    await turn.click();
    await map.waitFor();
  }
  await page
    .locator(".grade-chip em, .grade-list em")
    .filter({ hasText: /\d/ })
    .first()
    .waitFor({ state: "attached" });
  return page;
}

async function zoom(page) {
  const map = page.getByRole("application");
  const { width, height } = await map.boundingBox();
  await map.click({ position: { x: width / 2, y: height * 0.45 } });
  await page.locator("[data-detail=numbers]").waitFor();
  return page;
}

/** Two seats, chosen on the map where a finger finds them. Returns their names. */
async function chosen(page, date) {
  await zoom(await atSeats(page, date));
  const map = page.getByRole("application");
  const { width, height } = await map.boundingBox();
  const lines = page.locator(".tray-line");
  for (let i = 0; i < 40 && (await lines.count()) < 2; i++) {
    const position = { x: width / 2 + 33 * (i % 8) - 100, y: height / 2 + 33 * Math.floor(i / 8) };
    await map.click({ position });
  }
  return lines.locator(".tray-name").allTextContents();
}

async function list(page, section) {
  await page.getByRole("button", { name: /^(목록으로|As a list)$/ }).click();
  await page.locator(".section-head").nth(section).click();
  await page.locator(".seat-button").first().waitFor();
  return page;
}

/** Somebody else finds the first of these seats in the list, and holds it. */
async function takeOneOf([name], date, context) {
  const other = await context.browser().newContext({
    baseURL: url,
    locale: "ko-KR",
    viewport: { width: 1440, height: 900 },
  });
  const page = await atSeats(await other.newPage(), date);
  await page.getByRole("button", { name: "목록으로" }).click();
  const section = name.split(" ").slice(0, 2).join(" ");
  await page.locator(".section-head", { hasText: section }).click();
  await page
    .getByRole("button", { name: `${name},` })
    .first()
    .click();
  await page.getByRole("button", { name: /^1석 잡기/ }).click();
  await page.waitForURL(/\/checkout\//);
  await other.close();
}
