import type { Box, Plan } from "./plan";

const CELL = 4;

/** Seats by the cell of a coarse grid, for hit tests and for drawing what is in sight. */
export class SeatGrid {
  private readonly left: number;
  private readonly top: number;
  private readonly columns: number;
  private readonly lines: number;
  /** The seats of cell c are ordinals[starts[c]] to ordinals[starts[c + 1] − 1]. */
  private readonly starts: Uint32Array;
  private readonly ordinals: Uint32Array;

  constructor(private readonly plan: Plan) {
    const { box, seatCount } = plan;
    this.left = box.left - 1;
    this.top = box.top - 1;
    this.columns = Math.max(1, Math.ceil((box.right + 1 - this.left) / CELL));
    this.lines = Math.max(1, Math.ceil((box.bottom + 1 - this.top) / CELL));
    this.starts = new Uint32Array(this.columns * this.lines + 1);
    this.ordinals = new Uint32Array(seatCount);
    const cells = new Uint32Array(seatCount);
    for (let i = 0; i < seatCount; i++) {
      const cell = this.column(plan.x[i]!) + this.line(plan.y[i]!) * this.columns;
      cells[i] = cell;
      this.starts[cell + 1]!++;
    }
    for (let c = 0; c < this.columns * this.lines; c++) this.starts[c + 1]! += this.starts[c]!;
    const next = this.starts.slice();
    for (let i = 0; i < seatCount; i++) this.ordinals[next[cells[i]!]!++] = i;
  }

  /** Calls back for every seat in the cells that the box touches. */
  each(box: Box, visit: (ordinal: number) => void): void {
    const firstColumn = this.column(box.left);
    const lastColumn = this.column(box.right);
    for (let line = this.line(box.top); line <= this.line(box.bottom); line++) {
      const from = this.starts[line * this.columns + firstColumn]!;
      const to = this.starts[line * this.columns + lastColumn + 1]!;
      for (let i = from; i < to; i++) visit(this.ordinals[i]!);
    }
  }

  /** The seat nearest to a point and at most so far from it, or −1. */
  nearest(x: number, y: number, within: number, accept?: (ordinal: number) => boolean): number {
    let best = -1;
    let least = within * within;
    const box = { left: x - within, top: y - within, right: x + within, bottom: y + within };
    this.each(box, (ordinal) => {
      const distance = (this.plan.x[ordinal]! - x) ** 2 + (this.plan.y[ordinal]! - y) ** 2;
      if (distance <= least && (!accept || accept(ordinal))) {
        least = distance;
        best = ordinal;
      }
    });
    return best;
  }

  private column(x: number): number {
    return Math.min(this.columns - 1, Math.max(0, Math.floor((x - this.left) / CELL)));
  }

  private line(y: number): number {
    return Math.min(this.lines - 1, Math.max(0, Math.floor((y - this.top) / CELL)));
  }
}
