import { useCallback, useEffect, useRef, useState } from "react";
import { money } from "../../lib/format";
import type { LiveHall } from "./useHall";
import { priceOf } from "./hall";
import { seatLabel } from "./names";
import {
  afterChange,
  countOf,
  NOTHING,
  replaceGone,
  type Selection,
  setPlaces,
  toggle,
  without,
} from "./selection";
import { text } from "./text";

const VIBRATE_MILLIS = 40;

/**
 * The fan's choice, corrected by what others take meanwhile.
 *
 * @param max how many seats the fan may hold
 * @param isHolding while it is asked for them: seats that turn taken may be taken by this very request
 */
export function useChoice(live: LiveHall, max: number, isHolding: boolean) {
  const { hall, version } = live;
  const [selection, setSelection] = useState<Selection>(NOTHING);
  const [said, setSaid] = useState<{ words: string; isWarning: boolean } | null>(null);
  const latest = useRef(selection);
  const goneSince = useRef(new Map<number, number>());
  const isFree = useCallback((ordinal: number) => hall.states.isFree(ordinal), [hall]);
  const change = useCallback((next: Selection) => {
    latest.current = next;
    setSelection(next);
  }, []);

  useEffect(() => {
    if (isHolding) return;
    const before = latest.current;
    const next = afterChange(before, isFree);
    if (next === before) return;
    for (const seat of next.gone) {
      if (!before.gone.includes(seat)) {
        goneSince.current.set(seat, performance.now());
        navigator.vibrate?.(VIBRATE_MILLIS);
      }
    }
    change(next);
  }, [version, isFree, change, isHolding]);

  const choose = useCallback(
    (ordinal: number) => {
      const result = toggle(latest.current, ordinal, isFree, max);
      const seat = seatLabel(hall.plan, ordinal);
      const words = {
        chosen: () => `${text("chosen", { seat })}, ${money(priceOf(hall, ordinal))}`,
        removed: () => text("removed", { seat }),
        too_many: () => text("tooMany", { max }),
        not_free: () => text("notFree"),
      }[result.said]();
      setSaid({ words, isWarning: result.said === "too_many" || result.said === "not_free" });
      change(result.selection);
    },
    [hall, isFree, change, max],
  );

  /** All of these together, or none: a pair is not chosen by half. */
  const chooseTogether = useCallback(
    (ordinals: readonly number[]) => {
      const before = latest.current;
      const isOn = ordinals.every((seat) => before.seats.includes(seat));
      const rest = before.seats.filter((seat) => !ordinals.includes(seat));
      const next = { ...before, seats: isOn ? rest : [...rest, ...ordinals] };
      // Another pair instead of the first, where both would be too many.
      change(countOf(next) > max ? { ...before, seats: [...ordinals], zones: new Map() } : next);
      setSaid(null);
    },
    [change, max],
  );

  return {
    selection,
    max,
    said,
    setSaid,
    goneSince: goneSince.current,
    isFree,
    choose,
    chooseTogether,
    remove: (ordinal: number) => change(without(latest.current, ordinal)),
    replace: (gone: number, by: number) => change(replaceGone(latest.current, gone, by)),
    setZone: (zone: number, places: number) => change(setPlaces(latest.current, zone, places, max)),
    clear: () => change(NOTHING),
  };
}

export type Choice = ReturnType<typeof useChoice>;

export function totalOf(live: LiveHall, selection: Selection): number {
  const { hall } = live;
  let total = 0;
  for (const seat of selection.seats) total += priceOf(hall, seat);
  for (const [zone, places] of selection.zones) {
    total += places * (hall.prices[hall.plan.zones[zone]!.grade] ?? 0);
  }
  return total;
}
