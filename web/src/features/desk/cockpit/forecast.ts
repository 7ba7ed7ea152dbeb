import type { Figures } from "./saleFeed";

interface Pace {
  admitPerSecond: number;
  maxActive: number;
}

/** What somebody who is admitted takes until the place is free again, as long as nothing is known. */
const STAY_SECONDS = 240;
/** Seats in one booking, as long as nothing is known. */
const SEATS_EACH = 2;

export interface Forecast {
  /** Until everybody who waits now is admitted. */
  minutesToAdmit: number;
  /** Until the free seats would be held at that pace. */
  minutesToSell: number;
}

/** A rough forecast: the rate or the turnover of places, whichever is slower. Null without figures. */
export function forecast(pace: Pace, figures: Figures | null, seats: number): Forecast | null {
  if (!figures) return null;
  const turnover = pace.maxActive / STAY_SECONDS;
  const perSecond = Math.min(pace.admitPerSecond, turnover);
  if (perSecond <= 0) return null;
  const free = Math.max(0, seats - figures.sold - figures.held);
  return {
    minutesToAdmit: minutes((figures.line?.waiting ?? 0) / perSecond),
    minutesToSell: minutes(free / (perSecond * SEATS_EACH)),
  };
}

function minutes(seconds: number): number {
  return Math.ceil(seconds / 60);
}
