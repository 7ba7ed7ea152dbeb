import type { Answer } from "../../api/answers";

export type Show = Answer<"/api/events/{eventId}", "get">;
export type Schedule = Show["schedules"][number];

/** What a fan can do with a date at a moment of the server's clock. */
export type Phase =
  "cancelled" | "over" | "remind" | "lobby" | "opensSoon" | "join" | "seats" | "soldOut";

const LOBBY_MILLIS = 3_600_000;

export function phaseOf(schedule: Schedule, now: number): Phase {
  if (schedule.status === "CANCELLED") {
    return "cancelled";
  }
  const opens = Date.parse(schedule.saleOpensAt);
  if (now < opens) {
    if (opens - now > LOBBY_MILLIS) {
      return "remind";
    }
    return schedule.queued ? "lobby" : "opensSoon";
  }
  if (now >= Date.parse(schedule.saleClosesAt)) {
    return "over";
  }
  if (schedule.soldOut) {
    return "soldOut";
  }
  return schedule.queued ? "join" : "seats";
}

/** The date a fan most likely comes for: the next to open or on sale, else the first. */
export function likely(schedules: readonly Schedule[], now: number): Schedule | undefined {
  const rank: Record<Phase, number> = {
    seats: 0,
    join: 0,
    lobby: 0,
    opensSoon: 0,
    remind: 1,
    soldOut: 2,
    over: 3,
    cancelled: 4,
  };
  return [...schedules].sort(
    (a, b) =>
      rank[phaseOf(a, now)] - rank[phaseOf(b, now)] ||
      Date.parse(a.startsAt) - Date.parse(b.startsAt),
  )[0];
}

/** Whether a fan who cannot have this date can have another. */
export function hasOtherDates(show: Show, schedule: Schedule, now: number): boolean {
  const gone: Phase[] = ["soldOut", "over", "cancelled"];
  return show.schedules.some(
    (other) => other.id !== schedule.id && !gone.includes(phaseOf(other, now)),
  );
}

/** Counts may be minutes old, so large ones are told roughly. */
export const EXACT_MAX = 50;

export function rough(n: number): number {
  const step = n > 1000 ? 100 : 10;
  return Math.floor(n / step) * step;
}
