import type { SeatGrid } from "./grid";
import type { Plan } from "./plan";

/** The seat in a direction from another, for arrow keys: along the row, or to the next row. */
export function seatTowards(plan: Plan, grid: SeatGrid, from: number, key: string): number {
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  const along = key === "ArrowLeft" || key === "ArrowRight";
  const x = plan.x[from]!;
  const y = plan.y[from]!;
  let best = -1;
  let least = Infinity;
  const reach = 8;
  grid.each({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach }, (seat) => {
    const ahead = (along ? plan.x[seat]! - x : plan.y[seat]! - y) * sign;
    const aside = Math.abs(along ? plan.y[seat]! - y : plan.x[seat]! - x);
    if (ahead < 0.3 || aside > ahead + 0.6) return;
    const distance = ahead + 2 * aside;
    if (distance < least) {
      least = distance;
      best = seat;
    }
  });
  return best < 0 ? from : best;
}

/** The free seat nearest to another, its own grade and row first; −1 if there is none near. */
export function nearestFree(
  plan: Plan,
  grid: SeatGrid,
  seat: number,
  isFree: (ordinal: number) => boolean,
): number {
  const x = plan.x[seat]!;
  const y = plan.y[seat]!;
  for (const reach of [3, 8, 20]) {
    let best = -1;
    let least = Infinity;
    grid.each({ left: x - reach, right: x + reach, top: y - reach, bottom: y + reach }, (other) => {
      if (other === seat || plan.grade[other] !== plan.grade[seat] || !isFree(other)) return;
      const rowStep = plan.rowOf[other] === plan.rowOf[seat] ? 0 : 1.5;
      const distance = Math.hypot(plan.x[other]! - x, plan.y[other]! - y) + rowStep;
      if (distance < least) {
        least = distance;
        best = other;
      }
    });
    if (best >= 0) return best;
  }
  return -1;
}
