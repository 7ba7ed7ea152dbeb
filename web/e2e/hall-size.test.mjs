// The largest hall in the editor: how long until it is seen, edited, saved and opened again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aShow, organiser } from "./organisers.mjs";
import { browser, logIn } from "./pages.mjs";

const desk = browser();
const SEATS = 50_000;
const SAVED_WITHIN_MILLIS = 3_000;
const SEEN_WITHIN_MILLIS = 1_000;

const arena = {
  sections: Array.from({ length: 50 }, (_, s) => ({
    floor: `${1 + Math.floor(s / 20)}층`,
    sectionId: `S${s + 1}`,
    grade: ["VIP", "R", "S"][Math.floor(s / 20)],
    rows: Array.from({ length: 25 }, (_, r) => ({ rowId: String(r + 1), length: 40 })),
  })),
};

test("fifty thousand seats are drawn, saved, opened and moved", async () => {
  const show = await aShow({ open: false });
  const page = await desk.page({ size: "desktop" });
  const path = `/desk/venues/${show.venue.id}/halls/${show.hall.id}`;
  await logIn(page, organiser, path);
  await page.getByRole("button", { name: "불러오기" }).click();
  await page.getByLabel("JSON 또는 CSV").fill(JSON.stringify(arena));
  await page.getByRole("button", { name: "미리 보기", exact: true }).click();

  const drawn = await timed(async () => {
    await page.getByRole("button", { name: "지금 배치를 이것으로 바꾸기" }).click();
    await painted(page);
  });
  await page
    .getByText(/50,000석/)
    .first()
    .waitFor();
  let bytes = 0;
  page.on("request", (request) => {
    if (request.method() === "PUT") bytes = request.postDataBuffer()?.length ?? 0;
  });
  const saved = await timed(async () => {
    await page.getByRole("button", { name: "저장", exact: true }).click();
    await page.getByText("저장했어요").waitFor();
  });
  await page.goto("/desk/events");
  await page.getByRole("table").waitFor();
  const opened = await timed(async () => {
    await page.goto(path);
    await painted(page);
  });
  const edited = await timed(async () => {
    await page.getByLabel("1 자리").first().fill("39");
    await page.getByLabel("1 자리").first().press("Enter");
    await page
      .getByText(/49,999석/)
      .first()
      .waitFor();
    await painted(page);
  });
  const frames = await panned(page);

  console.log(
    `hall of ${SEATS} seats: drawn ${drawn} ms, saved ${saved} ms (${bytes} bytes), opened ${opened} ms,` +
      ` edited ${edited} ms, panning ${frames.p50.toFixed(1)} ms a frame, p95 ${frames.p95.toFixed(1)} ms`,
  );
  assert.ok(saved < SAVED_WITHIN_MILLIS, `saved in ${saved} ms`);
  assert.ok(opened < 4 * SEEN_WITHIN_MILLIS, `page and picture in ${opened} ms`);
  assert.ok(drawn < SEEN_WITHIN_MILLIS, `drawn in ${drawn} ms`);
  assert.deepEqual(page.problems, []);
});

async function timed(work) {
  const start = performance.now();
  await work();
  return Math.round(performance.now() - start);
}

/** The map is there and has nothing left to paint. */
async function painted(page) {
  await page.locator(".hall-map canvas:not([data-painting])").waitFor();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

/** Frame times while the wheel zooms in and a drag moves the map. */
async function panned(page) {
  const box = await page.locator(".hall-map-box").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -600);
  await page.evaluate(() => {
    window.frameTimes = [];
    let last = performance.now();
    const tick = (now) => {
      window.frameTimes.push(now - last);
      last = now;
      if (window.frameTimes.length < 90) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  await page.mouse.down();
  for (let i = 0; i < 60; i++) await page.mouse.move(x + i * 4, y + i * 2);
  await page.mouse.up();
  await page.waitForFunction(() => window.frameTimes.length >= 90);
  const frames = (await page.evaluate(() => window.frameTimes)).sort((a, b) => a - b);
  return { p50: frames[45], p95: frames[85] };
}
