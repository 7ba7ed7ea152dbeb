// Measures the seat map on 50,000 seats and prints it: `node e2e/seat-map-speed.mjs`.
// What the main thread works is read from the browser's trace in thread time, so that neighbours on
// a busy machine are not counted.
import { createServer } from "vite";
import { launch } from "./browser.mjs";

export const LIMIT_MILLIS = 8;
export const FIRST_PICTURE_MILLIS = 1_000;
const PITCHES = [2.5, 4, 6, 10, 16, 24, 32];
const FRAMES = 120;

export async function measure() {
  const server = await createServer({
    root: new URL("..", import.meta.url).pathname,
    logLevel: "silent",
    server: { port: 0, host: "127.0.0.1" },
  });
  await server.listen();
  const { port } = server.httpServer.address();
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 800, height: 860 } });
    await page.goto(`http://127.0.0.1:${port}/e2e/seat-map-speed.html`);
    await page.waitForFunction(() => window.start !== undefined);
    const speed = await page.evaluateHandle(() => window.start());
    const firstPictureMillis = await speed.evaluate((one) => one.firstPictureMillis);
    const rows = [];
    for (const pitch of PITCHES) {
      await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
      await speed.evaluate((one, [to, frames]) => one.pan(to, frames), [pitch, FRAMES]);
      const trace = JSON.parse((await browser.stopTracing()).toString());
      rows.push({ pitch, ...perFrame(trace.traceEvents) });
    }
    const heap = await page.evaluate(() => performance.memory?.usedJSHeapSize ?? 0);
    return { firstPictureMillis, rows, heapMegabytes: heap / 2 ** 20 };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Thread time of the main thread's tasks from one frame's mark to the next. */
function perFrame(events) {
  const marks = events.filter((one) => one.name === "pan").sort((a, b) => a.ts - b.ts);
  const { pid, tid } = marks[0];
  const tasks = events.filter(
    (one) => one.pid === pid && one.tid === tid && one.ph === "X" && one.name.endsWith("RunTask"),
  );
  const work = marks.slice(0, -1).map((mark, i) => {
    const end = marks[i + 1].ts;
    const own = tasks.filter((task) => task.ts + task.dur > mark.ts && task.ts < end);
    return own.reduce((sum, task) => sum + (task.tdur ?? task.dur), 0) / 1_000;
  });
  work.sort((a, b) => a - b);
  const at = (share) => work[Math.min(work.length - 1, Math.floor(work.length * share))];
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { firstPictureMillis, rows, heapMegabytes } = await measure();
  const line = (...cells) => console.log(cells.map((cell) => String(cell).padStart(10)).join(""));
  console.log(`50,000 seats: first picture after ${firstPictureMillis.toFixed(0)} ms`);
  console.log(`JavaScript heap ${heapMegabytes.toFixed(0)} MB; main thread per frame, in ms:`);
  line("pitch px", "p50", "p95", "max");
  for (const { pitch, p50, p95, max } of rows) {
    line(pitch, p50.toFixed(1), p95.toFixed(1), max.toFixed(1));
  }
}
