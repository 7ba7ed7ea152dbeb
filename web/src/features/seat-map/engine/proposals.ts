import type { Plan } from "./plan";

export type Preference = "middle" | "front" | "aisle" | "together";

export interface Proposal {
  seats: number[];
  /** What is true of them on the map, for the sentence that explains it. */
  why: { together: boolean; fromMiddle: number; rowFromFront: number; atAisle: boolean };
}

const PROPOSALS_MAX = 3;

/**
 * Seats beside each other, found on the map in memory. It knows distances, not views: the page
 * says so. The server's own proposals are used instead where it makes them.
 */
export function propose(
  plan: Plan,
  isFree: (ordinal: number) => boolean,
  wanted: ReadonlySet<number>,
  count: number,
  preference: Preference,
): Proposal[] {
  const centre = (plan.box.left + plan.box.right) / 2;
  const found: { score: number; proposal: Proposal; row: number }[] = [];
  for (const row of plan.rows) {
    const rowFromFront = plan.sections[row.section]!.rows.indexOf(row);
    let best: { score: number; proposal: Proposal; row: number } | undefined;
    for (let first = row.first; first + count <= row.first + row.count; first++) {
      if (!fits(plan, isFree, wanted, first, count)) continue;
      const last = first + count - 1;
      const middle = (plan.x[first]! + plan.x[last]!) / 2;
      const fromMiddle = Math.abs(middle - centre);
      const depth = plan.y[first]! - plan.box.top;
      const atAisle = isAtAisle(plan, row, first) || isAtAisle(plan, row, last);
      const score =
        weight(preference, fromMiddle, depth, atAisle) +
        orphans(plan, isFree, row, first, last) * 3;
      if (!best || score < best.score) {
        const seats = Array.from({ length: count }, (_, i) => first + i);
        best = {
          score,
          row: row.index,
          proposal: { seats, why: { together: true, fromMiddle, rowFromFront, atAisle } },
        };
      }
    }
    if (best) found.push(best);
  }
  found.sort((a, b) => a.score - b.score);
  return found.slice(0, PROPOSALS_MAX).map(({ proposal }) => proposal);
}

function weight(
  preference: Preference,
  fromMiddle: number,
  depth: number,
  atAisle: boolean,
): number {
  switch (preference) {
    case "middle":
    case "together": // here all proposals are side by side
      return fromMiddle * 1.6 + depth;
    case "front":
      return depth * 3 + fromMiddle * 0.5;
    case "aisle":
      return depth + fromMiddle * 0.6 + (atAisle ? 0 : 40);
  }
}

function fits(
  plan: Plan,
  isFree: (ordinal: number) => boolean,
  wanted: ReadonlySet<number>,
  first: number,
  count: number,
): boolean {
  for (let i = first; i < first + count; i++) {
    if (!isFree(i) || (wanted.size > 0 && !wanted.has(plan.grade[i]!))) return false;
    if (i > first && plan.column[i]! - plan.column[i - 1]! !== 1) return false;
    if (plan.grade[i] !== plan.grade[first] || plan.flags[i] !== 0) return false;
  }
  return true;
}

function isAtAisle(plan: Plan, row: { first: number; count: number }, seat: number): boolean {
  const last = row.first + row.count - 1;
  return (
    seat === row.first ||
    seat === last ||
    plan.column[seat + 1]! - plan.column[seat]! > 1 ||
    plan.column[seat]! - plan.column[seat - 1]! > 1
  );
}

/** Single free seats that would be left beside the chosen ones. */
export function orphans(
  plan: Plan,
  isFree: (ordinal: number) => boolean,
  row: { first: number; count: number },
  first: number,
  last: number,
): number {
  const end = row.first + row.count;
  const free = (seat: number, beside: number) =>
    seat >= row.first &&
    seat < end &&
    Math.abs(plan.column[seat]! - plan.column[beside]!) === 1 &&
    isFree(seat);
  let count = 0;
  if (free(first - 1, first) && !free(first - 2, first - 1)) count++;
  if (free(last + 1, last) && !free(last + 2, last + 1)) count++;
  return count;
}
