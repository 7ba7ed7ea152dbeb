// The waiting room: the number stays whatever happens to the page, and the turn is not missed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { api, demoPassword, newFan, shows, signedIn } from "./fans.mjs";
import { browser, faults, logIn } from "./pages.mjs";

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
});

after(() => setLine({ paused: false }));

function setLine(settings) {
  return operate(`/api/admin/queue/${line.id}`, "PATCH", settings);
}

async function numberOn(page) {
  const words = await page.getByText(/^나 [\d,]+번$/).textContent();
  return words.match(/[\d,]+/)[0];
}

async function enter(options) {
  const someone = await newFan();
  const page = await fan.page(options);
  await logIn(page, someone, `/queue/${line.id}`);
  return page;
}

test("the number survives a reload, a second tab and a lost network", async () => {
  await setLine({ paused: true });
  const page = await enter();
  await page.getByText("입장이 잠시 멈췄어요").waitFor();
  const number = await numberOn(page);
  assert.deepEqual(await faults(page), []);

  await page.reload();
  await page.getByText(`나 ${number}번`).waitFor();

  const second = await page.context().newPage();
  const asked = [];
  second.on("request", (request) => {
    if (request.url().includes("/api/queue/")) asked.push(request.url());
  });
  await second.goto(`/queue/${line.id}`);
  await second.getByText(`나 ${number}번`).waitFor();
  const polled = page.waitForRequest((request) => request.url().includes("/api/queue/status"));
  await polled;
  assert.deepEqual(asked, [], "one tab asks for both");

  await page.close();
  await second.waitForRequest((request) => request.url().includes("/api/queue/status"));
  assert.equal(await numberOn(second), number, "the other tab takes over");

  await second.context().setOffline(true);
  await second.getByText("인터넷 연결이 끊겼어요").waitFor();
  assert.equal(await numberOn(second), number);
  assert.deepEqual(await faults(second), []);
  await second.context().setOffline(false);
  await second.getByText("입장이 잠시 멈췄어요").waitFor();
  assert.equal(await numberOn(second), number);
});

test("your turn fills the page, names the tab, and leads to the seats", async () => {
  await setLine({ paused: true });
  const page = await enter({ locale: "en", size: "desktop" });
  await page.getByText("Entry is paused").waitFor();
  await page.getByRole("switch", { name: "Tell me when it is my turn" }).click();
  const icon = await page.locator("link[rel=icon]").getAttribute("href");

  await setLine({ paused: false });

  await page.getByRole("heading", { name: "It is your turn" }).waitFor({ timeout: 60_000 });
  assert.match(await page.title(), /^● Your turn! \d+:\d\d$/);
  assert.notEqual(await page.locator("link[rel=icon]").getAttribute("href"), icon);
  assert.match(await page.getByRole("timer").textContent(), /^(10:00|9:\d\d)$/);
  assert.deepEqual(await faults(page), []);
  assert.deepEqual(page.problems, []);

  await page.reload();
  await page.getByRole("link", { name: "Choose seats" }).click();
  await page.getByRole("application", { name: "Seat map" }).waitFor();
  await page.getByRole("timer", { name: /left to choose seats/ }).waitFor();
});

test("leaving is asked first, and joining again gives another number", async () => {
  await setLine({ paused: true });
  const page = await enter();
  await page.getByText("입장이 잠시 멈췄어요").waitFor();
  const number = await numberOn(page);
  await page.getByRole("button", { name: "줄에서 나가기" }).click();
  await page.getByRole("button", { name: "계속 기다리기" }).click();
  await page.getByRole("button", { name: "줄에서 나가기" }).click();
  await page.getByRole("button", { name: "나가기", exact: true }).click();
  await page.waitForURL((at) => !at.pathname.startsWith("/queue/"));

  await page.goto(`/queue/${line.id}`);
  await page.getByText("입장이 잠시 멈췄어요").waitFor();
  assert.notEqual(await numberOn(page), number);
});

test("who is not signed in comes back to the line after the login", async () => {
  const someone = await newFan();
  const page = await fan.page();
  await page.goto(`/queue/${line.id}`);
  await page.waitForURL((at) => at.pathname === "/login");
  await page.getByLabel("이메일").fill(someone.email);
  await page.getByLabel("비밀번호", { exact: true }).fill(someone.password);
  await page.locator("form").getByRole("button", { name: "로그인" }).click();
  await page.waitForURL((at) => at.pathname === `/queue/${line.id}`);
});

test("a line that does not exist says so and leads on", async () => {
  const page = await enter();
  await page.goto("/queue/01a1ec17-0000-7000-8000-000000000000");
  await page.getByRole("heading", { name: "없는 대기실이에요" }).waitFor();
  assert.deepEqual(await faults(page), []);
  assert.ok((await api("/api/events")).total > 0);
});
