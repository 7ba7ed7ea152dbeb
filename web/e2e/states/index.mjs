// Every page and state that has a picture. A state is reached as a fan would reach it; where only time
// or a failure of the platform leads there, the page gets the answer that the platform would give.
import { dateOnSale, demoPassword, shows, signedIn } from "../fans.mjs";
import { account } from "./account.mjs";
import { browsing } from "./browsing.mjs";
import { checkout } from "./checkout.mjs";
import { desk } from "./desk.mjs";
import { messages } from "./messages.mjs";
import { operator } from "./operator.mjs";
import { organiser } from "./organiser.mjs";
import { seats } from "./seats.mjs";
import { tickets } from "./tickets.mjs";
import { waiting } from "./waiting.mjs";

const SOLD_OUT_MILLIS = 60_000;

/** The demo fans need a moment to buy all seats of their show. */
async function showsWithOneSoldOut() {
  const end = Date.now() + SOLD_OUT_MILLIS;
  for (;;) {
    const all = await shows();
    const isThere = all.some((show) => show.schedules.every((date) => date.soldOut));
    if (isThere || Date.now() > end) return all;
    await new Promise((done) => setTimeout(done, 1_000));
  }
}

/**
 * @returns states of `{ name, locale, workers, reach(page, context) }`; those at the end disturb others
 */
export async function states() {
  const all = await showsWithOneSoldOut();
  const dates = all.flatMap((show) => show.schedules.map((date) => ({ show, date })));
  const operate = await signedIn({ email: "admin@onsale.example", password: demoPassword });
  const world = {
    shows: all,
    dates,
    open: await dateOnSale({ queued: false }),
    /** The smallest, which has a zone, and its last date: it is paused and filled for the pictures. */
    line: [...dates]
      .sort((a, b) => b.date.totalSeats - a.date.totalSeats)
      .findLast(({ date }) => date.queued && date.status === "ONGOING" && !date.soldOut),
    setLine: (settings) => operate(`/api/admin/queue/${world.line.date.id}`, "PATCH", settings),
  };
  return [
    ...browsing(world),
    ...account(world),
    ...tickets(world),
    ...desk(world),
    ...operator(world),
    ...organiser(),
    ...seats(world),
    ...checkout(world),
    ...messages(world),
    ...waiting(world),
  ];
}
