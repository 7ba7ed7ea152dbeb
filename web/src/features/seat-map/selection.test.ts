import { describe, expect, it } from "vitest";
import { aTheatre } from "./engine/fixtures";
import { planOf } from "./engine/plan";
import {
  afterChange,
  countOf,
  NOTHING,
  orphanBeside,
  replaceGone,
  setPlaces,
  toggle,
} from "./selection";

const all = () => true;
const MAX = 4;

describe("choosing seats", () => {
  it("chooses, and gives back on the second tap", () => {
    const one = toggle(NOTHING, 3, all, MAX);
    expect(one.said).toBe("chosen");
    expect(toggle(one.selection, 3, all, MAX).selection.seats).toEqual([]);
  });

  it("says no to a seat that is not free and to the fifth", () => {
    expect(toggle(NOTHING, 3, () => false, MAX).said).toBe("not_free");
    let selection = NOTHING;
    for (let seat = 0; seat < MAX; seat++) selection = toggle(selection, seat, all, MAX).selection;

    expect(toggle(selection, 9, all, MAX)).toEqual({ selection, said: "too_many" });
  });

  it("counts places in a zone among the four", () => {
    const seat = toggle(NOTHING, 3, all, MAX).selection;
    const both = setPlaces(seat, 0, 9, MAX);
    expect(both.zones.get(0)).toBe(3);
    expect(countOf(both)).toBe(4);
    expect(toggle(both, 5, all, MAX).said).toBe("too_many");
  });

  it("keeps a taken seat in the tray until it is replaced or comes back", () => {
    const chosen = { ...NOTHING, seats: [3, 4] };

    const lost = afterChange(chosen, (seat) => seat !== 4);
    expect(lost.seats).toEqual([3]);
    expect(lost.gone).toEqual([4]);

    expect(replaceGone(lost, 4, 5)).toMatchObject({ seats: [3, 5], gone: [] });
    expect(afterChange(lost, all)).toMatchObject({ seats: [3], gone: [] });
  });

  it("returns the same object when nothing of it changed", () => {
    const chosen = { ...NOTHING, seats: [3] };
    expect(afterChange(chosen, (seat) => seat !== 9)).toBe(chosen);
  });

  it("hints at a seat that would be left alone", () => {
    const plan = planOf(aTheatre());
    const taken = new Set([5]);
    const isFree = (seat: number) => !taken.has(seat);
    expect(orphanBeside(plan, { ...NOTHING, seats: [3] }, isFree)).toBe(4);
    expect(orphanBeside(plan, { ...NOTHING, seats: [2] }, isFree)).toBe(-1);
  });
});
