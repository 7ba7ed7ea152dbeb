export const AVAILABLE = 0;
export const HELD = 1;
export const SOLD = 2;

const ALL = 1;
const CHANGES = 2;
const HEAD_BYTES = 13;

/**
 * What the server last said of all seats. It is the only source of what is free: a seat is never
 * shown free that the last answer called taken.
 */
export class SeatStates {
  readonly states: Uint8Array;
  version = -1;

  constructor(readonly count: number) {
    this.states = new Uint8Array(count);
  }

  /**
   * Takes an answer of `GET /api/reservations/seats/{scheduleId}` in, all or changes, and returns
   * the ordinals that changed. Changes older than the last answer change nothing; all seats count
   * always, because versions begin anew when the platform has lost its own.
   */
  take(bytes: ArrayBuffer): number[] {
    const view = new DataView(bytes);
    if (bytes.byteLength < HEAD_BYTES) throw new Error("a seat status is longer");
    const kind = view.getUint8(0);
    const version = Number(view.getBigUint64(1));
    const count = view.getUint32(9);
    if (kind === CHANGES && version < this.version) return [];
    const changed: number[] = [];
    if (kind === ALL) {
      const seats = Math.min(count, this.count);
      for (let i = 0; i < seats; i++) {
        const state = (view.getUint8(HEAD_BYTES + (i >> 2)) >> (2 * (i & 3))) & 3;
        this.set(i, state, changed);
      }
    } else if (kind === CHANGES) {
      for (let i = 0; i < count; i++) {
        const change = view.getUint32(HEAD_BYTES + 4 * i);
        this.set(change >>> 2, change & 3, changed);
      }
    } else {
      throw new Error(`unknown kind of seat status: ${kind}`);
    }
    this.version = version;
    return changed;
  }

  /** What a refusal told us before the next answer does. */
  mark(ordinals: Iterable<number>, state: number): number[] {
    const changed: number[] = [];
    for (const ordinal of ordinals) this.set(ordinal, state, changed);
    return changed;
  }

  isFree(ordinal: number): boolean {
    return this.states[ordinal] === AVAILABLE;
  }

  private set(ordinal: number, state: number, changed: number[]): void {
    if (ordinal < this.count && this.states[ordinal] !== state) {
      this.states[ordinal] = state;
      changed.push(ordinal);
    }
  }
}
