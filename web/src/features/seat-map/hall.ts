import { looksOf } from "../../ui/grades";
import { FreeCounts } from "./engine/counts";
import { SeatGrid } from "./engine/grid";
import type { LayoutDocument } from "./engine/layout";
import { type Plan, planOf } from "./engine/plan";
import type { Look } from "./engine/shapes";
import { SeatStates } from "./engine/status";

export interface Grade {
  grade: string;
  price: number;
}

/** Everything about a hall that the map, the list and the tray share. */
export interface Hall {
  plan: Plan;
  states: SeatStates;
  counts: FreeCounts;
  grid: SeatGrid;
  /** By the plan's index of a grade. */
  looks: Look[];
  prices: number[];
}

export function hallOf(layout: LayoutDocument, grades: readonly Grade[]): Hall {
  const plan = planOf(layout);
  const states = new SeatStates(plan.count);
  // Until the server has told, nothing is shown as free.
  states.states.fill(2);
  const looks = looksOf(grades);
  return {
    plan,
    states,
    counts: new FreeCounts(plan, states.states),
    grid: new SeatGrid(plan),
    looks: plan.grades.map((grade) => looks.get(grade) ?? 6),
    prices: plan.grades.map((grade) => grades.find((one) => one.grade === grade)?.price ?? 0),
  };
}

export function priceOf(hall: Hall, ordinal: number): number {
  return hall.prices[hall.plan.grade[ordinal]!] ?? 0;
}
