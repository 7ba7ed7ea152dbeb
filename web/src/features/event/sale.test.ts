import { expect, it } from "vitest";
import { hasOtherDates, likely, phaseOf, rough, type Schedule, type Show } from "./sale";

const schedule: Schedule = {
  id: "1",
  eventId: "e",
  playSequence: 1,
  startsAt: "2026-12-07T10:30:00Z",
  endsAt: "2026-12-07T10:30:00Z",
  weekday: "MONDAY",
  saleOpensAt: "2026-11-18T11:00:00Z",
  saleClosesAt: "2026-12-06T11:00:00Z",
  status: "UPCOMING",
  queued: true,
  casting: {},
  totalSeats: 10,
  availableSeats: 10,
  soldOut: false,
};
const at = Date.parse;

it("the action follows the server's clock, not the status that was fetched", () => {
  expect(phaseOf(schedule, at("2026-11-18T09:59:59Z"))).toBe("remind");
  expect(phaseOf(schedule, at("2026-11-18T10:00:00Z"))).toBe("lobby");
  expect(phaseOf(schedule, at("2026-11-18T10:59:59Z"))).toBe("lobby");
  expect(phaseOf(schedule, at("2026-11-18T11:00:00Z"))).toBe("join");
  expect(phaseOf(schedule, at("2026-12-06T11:00:00Z"))).toBe("over");
});

it("without a line the seats are next", () => {
  const open = { ...schedule, queued: false };
  expect(phaseOf(open, at("2026-11-18T10:30:00Z"))).toBe("opensSoon");
  expect(phaseOf(open, at("2026-11-18T11:00:00Z"))).toBe("seats");
  expect(phaseOf({ ...open, soldOut: true }, at("2026-11-18T11:00:00Z"))).toBe("soldOut");
  expect(phaseOf({ ...open, status: "CANCELLED" }, at("2026-11-18T11:00:00Z"))).toBe("cancelled");
});

it("the date on sale is chosen before an earlier one that is sold out", () => {
  const out = { ...schedule, id: "out", startsAt: "2026-12-01T10:30:00Z", soldOut: true };
  expect(likely([out, schedule], at("2026-11-19T00:00:00Z"))?.id).toBe("1");
  expect(likely([], 0)).toBeUndefined();
});

it("large counts are told roughly and never too high", () => {
  expect(rough(332)).toBe(330);
  expect(rough(18_949)).toBe(18_900);
});

it("another date is offered only where one can be had", () => {
  const now = at("2026-11-19T00:00:00Z");
  const out = { ...schedule, id: "out", soldOut: true };
  const show = (...schedules: Schedule[]) => ({ schedules }) as unknown as Show;
  expect(hasOtherDates(show(out, schedule), out, now)).toBe(true);
  expect(hasOtherDates(show(out), out, now)).toBe(false);
  expect(hasOtherDates(show(out, { ...out, id: "too" }), out, now)).toBe(false);
});
