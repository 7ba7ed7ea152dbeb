// The line's memory is lost while a fan waits. Alone: until it is rebuilt nobody else can be served.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { demoPassword, newFan, shows, signedIn } from "./fans.mjs";
import { browser, faults, logIn } from "./pages.mjs";
import { directory, flushRedis } from "./redis.mjs";

const fan = browser();
let line;
let operate;

/** The last: others who test stand in the first, and this one is paused. */
async function lineOfOurOwn() {
  const dates = (await shows()).flatMap((show) => show.schedules);
  return dates.findLast((date) => date.queued && date.status === "ONGOING" && !date.soldOut);
}

before(async () => {
  line = await lineOfOurOwn();
  operate = await signedIn({ email: "admin@onsale.example", password: demoPassword });
  await operate(`/api/admin/queue/${line.id}`, "PATCH", { paused: true });
});

after(() => operate(`/api/admin/queue/${line.id}`, "PATCH", { paused: false }));

const skip = directory ? false : "ONSALE_DATA_DIR is not set";

test("the number stays when Redis is flushed", { skip }, async () => {
  const page = await fan.page();
  await logIn(page, await newFan(), `/queue/${line.id}`);
  await page.getByText("입장이 잠시 멈췄어요").waitFor();
  const you = await page.getByText(/^나 [\d,]+번$/).textContent();
  const number = you.match(/[\d,]+/)[0];

  await flushRedis();

  await page.getByText("순서를 복구하고 있어요").first().waitFor({ timeout: 30_000 });
  const words = new RegExp(`^번호는 그대로예요\\s*${number}번$`);
  const kept = page.getByRole("heading", { level: 1, name: words });
  assert.equal(await kept.count(), 1);
  assert.deepEqual(await faults(page), []);
  await page.getByText("입장이 잠시 멈췄어요").waitFor({ timeout: 90_000 });
  await page.getByText(`나 ${number}번`).waitFor();
});
