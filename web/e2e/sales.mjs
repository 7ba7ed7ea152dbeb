// A show of the tests' own, put on sale as an organiser does.
import { signedIn, url } from "./fans.mjs";

const MINUTE = 60_000;
const DAY = 86_400_000;

/** The ids of a show's two dates: one behind a waiting room, one without. */
export async function showOnSale(staff, title) {
  const call = await signedIn(staff);
  const venue = await call("/api/admin/venues", "POST", {
    name: "조종석극장",
    address: "서울 1",
    city: "서울",
    venueType: "theater",
  });
  const hall = await call(`/api/admin/venues/${venue.id}/halls`, "POST", {
    name: "1관",
    layout: { rows: ["A", "B", "C"], seatsPerRow: 10, gradeMapping: { A: "R", B: "R", C: "S" } },
  });
  const today = new Date().toISOString().slice(0, 10);
  const event = await call("/api/admin/events", "POST", {
    title,
    artist: "누구",
    hallId: hall.id,
    startsOn: today,
    endsOn: new Date(Date.now() + 10 * DAY).toISOString().slice(0, 10),
    grades: [
      { code: "R", price: 90000, color: "#112233" },
      { code: "S", price: 60000, color: "#445566" },
    ],
  });
  const date = async (queued, days) => {
    const { id } = await call(`/api/admin/events/${event.id}/schedules`, "POST", {
      startsAt: new Date(Date.now() + days * DAY).toISOString(),
      saleOpensAt: new Date(Date.now() - MINUTE).toISOString(),
      saleClosesAt: new Date(Date.now() + (days - 1) * DAY).toISOString(),
      queued,
    });
    return id;
  };
  // Soon, so that no other test takes them for dates whose tickets can be given back.
  const queued = await date(true, 2);
  const open = await date(false, 2.1);
  await call(`/api/admin/events/${event.id}/open`, "POST");
  const until = Date.now() + 30_000;
  for (;;) {
    const ready = await Promise.all([
      call(`/api/admin/queue/${queued}`).then(
        (line) => line.state === "OPEN",
        () => false,
      ),
      fetch(`${url}/api/reservations/seats/${open}`).then(({ status }) => status === 200),
    ]);
    if (ready.every(Boolean)) return { queued, open };
    if (Date.now() > until) throw new Error("the show is not on sale");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
