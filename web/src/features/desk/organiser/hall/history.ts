const STEPS_MAX = 200;

/** What was, what is and what was undone. Edits of one field in a row count as one step. */
export interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
  /** What the last edit changed; the same again joins it. */
  last: string | null;
}

export function historyOf<T>(now: T): History<T> {
  return { past: [], now, future: [], last: null };
}

/**
 * @param what a name of what is changed, by which edits in a row are joined; null never joins
 */
export function edited<T>(history: History<T>, next: T, what: string | null): History<T> {
  if (next === history.now) return history;
  const joins = what !== null && what === history.last;
  return {
    past: joins ? history.past : [...history.past, history.now].slice(-STEPS_MAX),
    now: next,
    future: [],
    last: what,
  };
}

export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  return before === undefined
    ? history
    : {
        past: history.past.slice(0, -1),
        now: before,
        future: [history.now, ...history.future],
        last: null,
      };
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...rest] = history.future;
  return next === undefined
    ? history
    : { past: [...history.past, history.now], now: next, future: rest, last: null };
}
