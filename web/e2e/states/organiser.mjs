// The organisers' half of the desk, on phones, tablets and desktops.
import { aShow, organiser as account } from "../organisers.mjs";
import { buy, newFan } from "../fans.mjs";
import { logIn } from "../pages.mjs";

export function organiser() {
  let shows;
  const made = () =>
    (shows ??= (async () => {
      const preparing = await aShow({ open: false });
      const open = await aShow({ queued: false });
      await buy(await newFan(), open.schedule.id, 2);
      const layout = await fetch(
        `${process.env.ONSALE_URL}/api/schedules/${open.schedule.id}/layout`,
      ).then((one) => one.json());
      const seat = (n) => layout.seatIdBase + n.toString(16).padStart(8, "0");
      await open.call(`/api/admin/allocations/${open.schedule.id}`, "POST", {
        purpose: "CAMERA",
        note: "중계 카메라",
        seatIds: [seat(60), seat(61)],
      });
      return { preparing, open };
    })());
  const at = (path) => async (page) => {
    const all = await made();
    await logIn(page, account, path(all));
    await page.locator("main").waitFor();
  };
  const editor = (page) => page.locator(".hall-map canvas").waitFor();
  const state = (name, path, then = async () => undefined, more = {}) => ({
    name,
    onTablet: true,
    ...more,
    reach: async (page) => {
      await at(path)(page);
      await then(page);
    },
  });
  const hall = ({ preparing }) => `/desk/venues/${preparing.venue.id}/halls/${preparing.hall.id}`;
  const event = ({ open }) => `/desk/events/${open.event.id}`;
  const button = (name) => async (page) => page.getByRole("button", { name }).first().click();
  return [
    state(
      "organiser-events",
      () => "/desk/events",
      (page) => page.getByRole("table").waitFor(),
    ),
    state(
      "organiser-events-none",
      () => "/desk/events?q=zzzz",
      (page) => page.getByText("조건에 맞는 것이 없어요").waitFor(),
    ),
    state(
      "organiser-venues-en",
      () => "/desk/venues",
      (page) => page.getByRole("table").waitFor(),
      {
        locale: "en",
      },
    ),
    state("organiser-venue", ({ preparing }) => `/desk/venues/${preparing.venue.id}`),
    state("organiser-hall", hall, editor),
    state(
      "organiser-hall-en",
      hall,
      async (page) => {
        await editor(page);
        await page.getByRole("checkbox", { name: "Choose row 1" }).check();
        await page.getByLabel("1 Places").fill("0");
        await page.getByLabel("1 Places").press("Enter");
      },
      { locale: "en" },
    ),
    state("organiser-import", hall, async (page) => {
      await editor(page);
      await button("불러오기")(page);
      await page
        .getByLabel("JSON 또는 CSV")
        .fill("floor,section,row,grade,length\n1층,A,1,R,열\n1층,A,2,,12");
      await button("미리 보기")(page);
    }),
    state("organiser-event", event),
    state("organiser-event-en", event, async () => undefined, { locale: "en" }),
    state("organiser-event-new", () => "/desk/events/new"),
    state("organiser-schedule", event, button("회차 추가")),
    state("organiser-cancel", event, async (page) => {
      await button(/회차 취소$/)(page);
      await page.getByText(/되돌릴 수 없어요/).waitFor();
    }),
    state(
      "organiser-preview",
      ({ preparing }) => `/desk/events/${preparing.event.id}/preview`,
      (page) => page.locator(".event-head").waitFor(),
    ),
    state(
      "organiser-seats",
      ({ open }) => `/desk/events/${open.event.id}/seats/${open.schedule.id}`,
      async (page) => {
        await page.getByLabel("번호 (예: 3, 5-7)").fill("1-2");
        await button("더하기")(page);
      },
    ),
    state(
      "organiser-settlement",
      ({ open }) => `/desk/events/${open.event.id}/settlement`,
      (page) => page.getByRole("table").waitFor(),
    ),
    state(
      "organiser-settlement-en",
      ({ open }) => `/desk/events/${open.event.id}/settlement`,
      (page) => page.getByRole("table").waitFor(),
      { locale: "en" },
    ),
  ];
}
