// The waiting room. The line of the pictures is filled once and belongs to them alone.
import { newFan, signedIn } from "../fans.mjs";
import { logIn } from "../pages.mjs";
import { directory, flushRedis } from "../redis.mjs";

const AHEAD = 12;

export function waiting({ dates, line, setLine: set }) {
  const { id } = line.date;
  let crowd;
  const filled = async () => {
    await set({ paused: true });
    crowd ??= join(id, AHEAD);
    await crowd;
  };
  /** Through the page of the show, which tells the waiting room what the line is for. */
  const enter = async (page, { show, date } = line) => {
    await logIn(page, await newFan(), `/events/${show.id}?date=${date.id}`);
    await page.locator(`a[href="/queue/${date.id}"]`).click();
    await page.locator(".room, .turn, .room-message").waitFor();
  };
  /** In the line, then the next poll has this answer. */
  const told = async (page, answer) => {
    await filled();
    await enter(page);
    await page.locator(".cue-hurry").waitFor();
    await page.route("**/api/queue/status*", (route) => route.fulfill({ json: answer }));
    await page.reload();
    await page.getByRole("alert").waitFor();
  };
  const lobby = dates
    .filter(({ date }) => date.queued && date.status === "UPCOMING")
    .sort((a, b) => Date.parse(b.date.saleOpensAt) - Date.parse(a.date.saleOpensAt))
    .find(({ date }) => Date.parse(date.saleOpensAt) < Date.now() + 3_600_000);
  const other = dates.find(({ date }) => date.queued && date.status === "ONGOING");
  return [
    ...(lobby ? [{ name: "waiting-lobby", reach: (page) => enter(page, lobby) }] : []),
    {
      name: "waiting-paused",
      reach: async (page) => {
        await filled();
        await enter(page);
        await page.getByText("입장이 잠시 멈췄어요").waitFor();
      },
    },
    {
      name: "waiting",
      reach: async (page) => {
        await filled();
        await set({ paused: false, maxActive: 0 }); // open, and nobody may go in
        await enter(page);
        await page.getByText("대기 중").waitFor();
        await join(id, 3);
      },
    },
    {
      name: "waiting-en",
      locale: "en",
      reach: async (page) => {
        await filled();
        await set({ paused: false, maxActive: 0 });
        await enter(page);
        await page.getByText("Waiting", { exact: true }).waitFor();
      },
    },
    {
      name: "waiting-leave",
      reach: async (page) => {
        await filled();
        await enter(page);
        await page.getByRole("button", { name: "줄에서 나가기" }).click();
        await page.getByRole("button", { name: "계속 기다리기" }).scrollIntoViewIfNeeded();
      },
    },
    {
      name: "waiting-offline",
      reach: async (page, context) => {
        await filled();
        await enter(page);
        await page.getByText("입장이 잠시 멈췄어요").waitFor();
        await context.setOffline(true);
        await page.getByText("인터넷 연결이 끊겼어요").waitFor();
      },
    },
    {
      name: "waiting-elsewhere",
      reach: async (page) => {
        await filled();
        await enter(page);
        await page.getByText("입장이 잠시 멈췄어요").waitFor();
        await page.goto(`/queue/${other.date.id}`);
        await page.getByRole("heading", { name: "다른 공연 줄에 서 있어요" }).waitFor();
      },
    },
    {
      name: "waiting-full",
      reach: async (page) => {
        await filled();
        await set({ capacity: 1 });
        try {
          await enter(page);
          await page.getByRole("heading", { name: "대기실이 가득 찼어요" }).waitFor();
        } finally {
          await set({ capacity: 1_000_000 });
        }
      },
    },
    {
      name: "waiting-sold-out",
      reach: (page) => told(page, { state: "CLOSED", reason: "SOLD_OUT" }),
    },
    { name: "waiting-expired", reach: (page) => told(page, { state: "EXPIRED" }) },
    {
      name: "waiting-unknown",
      reach: async (page) => {
        await logIn(page, await newFan(), "/queue/01a1ec17-0000-7000-8000-000000000000");
        await page.getByRole("heading", { name: "없는 대기실이에요" }).waitFor();
      },
    },
    {
      name: "waiting-turn",
      reach: async (page) => {
        await set({ paused: false, maxActive: 1_000, admitPerSecond: 1_000 });
        await enter(page);
        await page.getByRole("heading", { name: "내 차례예요" }).waitFor({ timeout: 90_000 });
      },
    },
    ...(directory ? [{ name: "waiting-restoring", reach: restoring }] : []),
  ];

  async function restoring(page) {
    await filled();
    await enter(page);
    await page.getByText("입장이 잠시 멈췄어요").waitFor({ timeout: 90_000 });
    await flushRedis();
    await page.getByText("순서를 복구하고 있어요").first().waitFor({ timeout: 30_000 });
  }
}

/** Fans who stand in the line and do nothing else. */
async function join(scheduleId, count) {
  for (let i = 0; i < count; i++) {
    const call = await signedIn(await newFan());
    await call("/api/queue/enter", "POST", { scheduleId });
  }
}
