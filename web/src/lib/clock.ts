/**
 * The server's time, from the Date header of its answers and then a clock that nobody sets. A header
 * has whole seconds, so each answer says only within which bounds the difference lies; the bounds of
 * several answers together are narrow.
 */
interface Bounds {
  low: number;
  high: number;
}

let bounds: Bounds | null = null;
const waiting = new Set<() => void>();

/** `sentAt` and `gotAt` are of `performance.now()`. */
export function observe(date: string | null, sentAt: number, gotAt: number): void {
  const at = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(at)) {
    return;
  }
  const isFirst = bounds === null;
  bounds = narrowed(bounds, { low: at - gotAt, high: at + 1000 - sentAt });
  if (isFirst) {
    waiting.forEach((listener) => listener());
    waiting.clear();
  }
}

/** Once, as soon as the server has told its time. Returns how to stop waiting for it. */
export function onceKnown(listener: () => void): () => void {
  if (bounds === null) {
    waiting.add(listener);
  }
  return () => waiting.delete(listener);
}

/** Bounds that contradict each other mean that a clock was stopped or set: the newest count. */
export function narrowed(before: Bounds | null, seen: Bounds): Bounds {
  if (before === null) {
    return seen;
  }
  const both = { low: Math.max(before.low, seen.low), high: Math.min(before.high, seen.high) };
  return both.low <= both.high ? both : seen;
}

/** Milliseconds since the epoch by the server's clock; by the device's until a server answered. */
export function serverNow(): number {
  return bounds === null ? Date.now() : performance.now() + (bounds.low + bounds.high) / 2;
}

/** The latest that the server's clock can show now: whoever counts down by it promises nothing too much. */
export function latestServerNow(): number {
  return bounds === null ? Date.now() : performance.now() + bounds.high;
}

/** Milliseconds until a deadline of the server; 0 when it is over or there is none. */
export function timeLeft(deadline: string | null | undefined, now = latestServerNow()): number {
  return Math.max(0, Date.parse(deadline ?? "") - now || 0);
}

export function isServerTimeKnown(): boolean {
  return bounds !== null;
}
