/** How a sale with a waiting room is likely to go. */
export interface Forecast {
  /** Fans let in each second, as far as the places inside allow it. */
  perSecond: number;
  soldOutMinutes: number;
  /** How long the last one of a full room waits. */
  lastWaitMinutes: number;
  isLimitedByPlaces: boolean;
}

/** Most fans buy two seats and are done within four minutes. */
export const SEATS_EACH = 2;
export const STAY_MINUTES = 4;

export function forecast(wish: {
  seats: number;
  admitPerSecond: number;
  maxActive: number;
  capacity: number;
}): Forecast {
  const byPlaces = wish.maxActive / (STAY_MINUTES * 60);
  const perSecond = Math.min(wish.admitPerSecond, byPlaces);
  const minutes = (fans: number) => (perSecond > 0 ? fans / perSecond / 60 : Infinity);
  return {
    perSecond,
    soldOutMinutes: minutes(wish.seats / SEATS_EACH) + STAY_MINUTES,
    lastWaitMinutes: minutes(wish.capacity),
    isLimitedByPlaces: byPlaces < wish.admitPerSecond,
  };
}
