import { areNeighbours, type Plan } from "./engine/plan";

/** The platform holds no more at once; a show may allow a person fewer. */
export const SEATS_MAX = 4;

/** What the fan has chosen: seats in the order of choosing, and places in zones. */
export interface Selection {
  seats: readonly number[];
  /** Chosen before, then taken by somebody else; they stay in the tray until acknowledged. */
  gone: readonly number[];
  zones: ReadonlyMap<number, number>;
}

export const NOTHING: Selection = { seats: [], gone: [], zones: new Map() };

export function countOf(selection: Selection): number {
  let count = selection.seats.length;
  for (const places of selection.zones.values()) count += places;
  return count;
}

export type Toggled =
  | { selection: Selection; said: "chosen" | "removed" }
  | { selection: Selection; said: "too_many" | "not_free" };

export function toggle(
  selection: Selection,
  ordinal: number,
  isFree: (ordinal: number) => boolean,
  max: number,
): Toggled {
  if (selection.seats.includes(ordinal)) {
    return { selection: without(selection, ordinal), said: "removed" };
  }
  if (!isFree(ordinal)) return { selection, said: "not_free" };
  if (countOf(selection) >= max) return { selection, said: "too_many" };
  return { selection: { ...selection, seats: [...selection.seats, ordinal] }, said: "chosen" };
}

export function without(selection: Selection, ordinal: number): Selection {
  return {
    ...selection,
    seats: selection.seats.filter((seat) => seat !== ordinal),
    gone: selection.gone.filter((seat) => seat !== ordinal),
  };
}

/** Instead of a seat that is gone, another; the others keep their order. */
export function replaceGone(selection: Selection, gone: number, by: number): Selection {
  return {
    ...selection,
    gone: selection.gone.filter((seat) => seat !== gone),
    seats: [...selection.seats.filter((seat) => seat !== by), by],
  };
}

/** Chosen seats that are not free any more move to those that are gone. */
export function afterChange(selection: Selection, isFree: (ordinal: number) => boolean): Selection {
  const lost = selection.seats.filter((seat) => !isFree(seat));
  const back = selection.gone.filter(isFree);
  if (lost.length === 0 && back.length === 0) return selection;
  return {
    ...selection,
    seats: selection.seats.filter(isFree),
    gone: [...selection.gone.filter((seat) => !isFree(seat)), ...lost],
  };
}

export function setPlaces(
  selection: Selection,
  zone: number,
  places: number,
  max: number,
): Selection {
  const zones = new Map(selection.zones);
  const others = countOf(selection) - (zones.get(zone) ?? 0);
  const allowed = Math.max(0, Math.min(places, max - others));
  if (allowed === 0) zones.delete(zone);
  else zones.set(zone, allowed);
  return { ...selection, zones };
}

/** A seat that would be left alone between the chosen ones and taken ones, or −1: a hint only. */
export function orphanBeside(
  plan: Plan,
  selection: Selection,
  isFree: (ordinal: number) => boolean,
): number {
  const open = (seat: number, beside: number) =>
    seat >= 0 &&
    seat < plan.seatCount &&
    areNeighbours(plan, seat, beside) &&
    isFree(seat) &&
    !selection.seats.includes(seat);
  for (const seat of selection.seats) {
    for (const step of [-1, 1]) {
      const beside = seat + step;
      if (open(beside, seat) && !open(beside + step, beside)) return beside;
    }
  }
  return -1;
}
