/** A sale at a moment, as the charts need it. Figures that are not known are null. */
export interface Point {
  /** Milliseconds since the epoch. */
  at: number;
  waiting: number | null;
  inside: number;
  admitted: number | null;
  held: number;
  sold: number;
  errors: number;
  holdMillis: number;
  payMillis: number;
}

export const POINTS_MAX = 360;

/**
 * The points of a time, one for each step. What falls out of the time is forgotten; where there is no
 * time to fall out of, the step doubles whenever there are too many points. So hours of a sale take as
 * much memory as its first minutes.
 */
export class Series {
  private points: Point[] = [];

  /**
   * @param windowMillis how far back it goes; null for everything
   */
  constructor(
    private stepMillis: number,
    private readonly windowMillis: number | null,
  ) {}

  add(point: Point): void {
    const last = this.points.at(-1);
    if (last && point.at < last.at) return; // an answer that was overtaken
    if (last && this.stepOf(last.at) === this.stepOf(point.at)) {
      this.points[this.points.length - 1] = together(last, point);
    } else {
      this.points.push(point);
    }
    this.forget(point.at);
  }

  all(): readonly Point[] {
    return this.points;
  }

  private stepOf(at: number): number {
    return Math.floor(at / this.stepMillis);
  }

  private forget(now: number): void {
    if (this.windowMillis !== null) {
      const from = now - this.windowMillis;
      const first = this.points.findIndex((point) => point.at >= from);
      if (first > 0) this.points.splice(0, first);
    }
    while (this.points.length > POINTS_MAX) {
      this.stepMillis *= 2;
      this.points = this.points.reduce<Point[]>((kept, point) => {
        const last = kept.at(-1);
        if (last && this.stepOf(last.at) === this.stepOf(point.at)) {
          kept[kept.length - 1] = together(last, point);
        } else {
          kept.push(point);
        }
        return kept;
      }, []);
    }
  }
}

/** The later one; of what comes and goes the most, because that is what somebody looks for. */
function together(before: Point, after: Point): Point {
  return {
    ...after,
    errors: Math.max(before.errors, after.errors),
    holdMillis: Math.max(before.holdMillis, after.holdMillis),
    payMillis: Math.max(before.payMillis, after.payMillis),
  };
}

/** How many were admitted in a minute, from the running count; a count that fell began anew. */
export function perMinute(points: readonly Point[]): { at: number; value: number }[] {
  const minutes: { at: number; value: number }[] = [];
  const millis = Math.max(60_000, lengthOf(points) / 60);
  for (let i = 1; i < points.length; i++) {
    const before = points[i - 1]!;
    const after = points[i]!;
    if (before.admitted === null || after.admitted === null) continue;
    const more =
      after.admitted < before.admitted ? after.admitted : after.admitted - before.admitted;
    const at = Math.floor(after.at / millis) * millis;
    const last = minutes.at(-1);
    if (last && last.at === at) last.value += more;
    else minutes.push({ at, value: more });
  }
  return minutes.map(({ at, value }) => ({ at, value: (value * 60_000) / millis }));
}

export function lengthOf(points: readonly Point[]): number {
  return points.length < 2 ? 0 : points.at(-1)!.at - points[0]!.at;
}
