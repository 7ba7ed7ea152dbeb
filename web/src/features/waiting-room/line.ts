import type { Answer } from "../../api/answers";

export type QueueAnswer = Answer<"/api/queue/status", "get">;

export type Kind =
  | "entering"
  | "lobby"
  | "waiting"
  | "restoring"
  | "turn"
  | "expired"
  | "closed"
  | "full"
  | "elsewhere"
  | "unknown";

export interface Estimate {
  lowMinutes: number;
  highMinutes: number;
  /** The middle of the range, by the server's clock. */
  at: number;
  saidAt: number;
}

/** What the page shows. Made from answers only; nothing here asks or waits. */
export interface Line {
  kind: Kind;
  offline: boolean;
  /** When the last answer came, by the server's clock. */
  checkedAt: number | null;
  /** The fan's own, without its epoch. */
  number: number | null;
  ahead: number | null;
  firstAhead: number | null;
  behind: number | null;
  estimate: Estimate | null;
  paused: boolean;
  /** What the people who run the sale say to all who wait. */
  notice: { ko?: string; en?: string } | null;
  /** Those who came back after a loss are still being counted: the last count, else null. */
  recount: number | null;
  opensAt: number | null;
  entry: { token: string; expiresAt: string; extensionsLeft: number } | null;
  reason: QueueAnswer["reason"] | null;
  elsewhereId: string | null;
}

export const START: Line = {
  kind: "entering",
  offline: false,
  checkedAt: null,
  number: null,
  ahead: null,
  firstAhead: null,
  behind: null,
  estimate: null,
  paused: false,
  notice: null,
  recount: null,
  opensAt: null,
  entry: null,
  reason: null,
  elsewhereId: null,
};

const COUNTER = 2 ** 40;
const ESTIMATE_MILLIS = 10_000;
const SPREAD = 0.15;

/** A number has the epoch above and a counter of 40 bits below; people know the counter. */
export function counter(number: number): number {
  return number % COUNTER;
}

/** What is shown after an answer. How many are ahead never goes up on the screen. */
export function after(line: Line, answer: QueueAnswer, now: number): Line {
  const known = { ...line, offline: false, checkedAt: now };
  const number = answer.number === undefined ? line.number : counter(answer.number);
  switch (answer.state) {
    case "LOBBY":
      return { ...known, kind: "lobby", opensAt: Date.parse(answer.opensAt ?? "") || null };
    case "WAITING":
      return waiting({ ...known, number }, line, answer, now);
    case "RESTORING":
      return { ...known, kind: "restoring", number, recount: Infinity, estimate: null };
    case "ADMITTED":
      return {
        ...known,
        kind: "turn",
        number,
        ahead: 0,
        entry:
          answer.entryToken && answer.entryExpiresAt
            ? {
                token: answer.entryToken,
                expiresAt: answer.entryExpiresAt,
                extensionsLeft: answer.extensionsLeft ?? 0,
              }
            : line.entry,
      };
    case "EXPIRED":
      return { ...START, checkedAt: now, kind: "expired", number };
    case "CLOSED":
      return { ...START, checkedAt: now, kind: "closed", number, reason: answer.reason ?? null };
  }
}

function waiting(known: Line, before: Line, answer: QueueAnswer, now: number): Line {
  const ahead = answer.ahead ?? 0;
  const isSame = before.number === null || before.number === known.number;
  const base = isSame ? before : START;
  if (base.recount !== null && ahead > 0 && ahead !== base.recount) {
    // Fans are coming back one by one: only a count that stands still is complete.
    return { ...known, kind: "restoring", recount: ahead };
  }
  const shown = base.ahead === null ? ahead : Math.min(base.ahead, ahead);
  return {
    ...known,
    kind: "waiting",
    ahead: shown,
    firstAhead: Math.max(base.firstAhead ?? 0, shown),
    behind: answer.behind ?? null,
    paused: answer.paused === true,
    notice: answer.notice ?? null,
    recount: null,
    estimate: estimate(base.estimate, answer.etaSeconds, now),
  };
}

/** A range, changed at most every ten seconds. */
export function estimate(
  before: Estimate | null,
  seconds: number | undefined,
  now: number,
): Estimate | null {
  if (seconds === undefined) return null;
  if (before && now - before.saidAt < ESTIMATE_MILLIS) return before;
  const lowMinutes = Math.round((seconds * (1 - SPREAD)) / 60);
  return {
    lowMinutes,
    highMinutes: Math.max(lowMinutes + 1, Math.round((seconds * (1 + SPREAD)) / 60)),
    at: now + seconds * 1000,
    saidAt: now,
  };
}

/** What the stream tells all: marks of number and rank, between which one finds the own place. */
export interface LineNews {
  state: string;
  calledUpTo?: number;
  paused?: boolean;
  marks?: [number, number][];
}

export type NewsEffect = "called" | "restoring" | "none";

/** A count from the stream, which may only go down, and whether the fan should ask at once. */
export function afterNews(line: Line, fullNumber: number, news: LineNews): [Line, NewsEffect] {
  if (news.state === "RESTORING") {
    return line.kind === "restoring" ? [line, "none"] : [line, "restoring"];
  }
  if (line.kind !== "waiting" || line.ahead === null) return [line, "none"];
  if (news.calledUpTo !== undefined && fullNumber <= news.calledUpTo) return [line, "called"];
  const rank = rankOf(fullNumber, news.marks ?? []);
  const ahead = rank === null ? line.ahead : Math.min(line.ahead, rank);
  return [{ ...line, ahead, paused: news.paused ?? line.paused }, "none"];
}

/** Interpolated, and rounded up: rather one too many ahead than one too few. */
function rankOf(number: number, marks: [number, number][]): number | null {
  for (let i = 0; i + 1 < marks.length; i++) {
    const [from, fromRank] = marks[i]!;
    const [to, toRank] = marks[i + 1]!;
    if (number >= from && number <= to) {
      const share = to === from ? 0 : (number - from) / (to - from);
      return Math.ceil(fromRank + share * (toRank - fromRank));
    }
  }
  return null;
}

/** From 0 to 1: how far the fan has come since the first look. */
export function progress(line: Line): number {
  if (line.ahead === null || !line.firstAhead) return line.kind === "turn" ? 1 : 0;
  return 1 - line.ahead / line.firstAhead;
}

const MILESTONES = [100, 50, 10];
const ANNOUNCE_MILLIS = 30_000;

/** Screen readers hear of it every thirty seconds at most, and at 100, 50 and 10 ahead. */
export class Announcer {
  private saidAt = -Infinity;
  private said: number | null = null;

  isDue(ahead: number, now: number): boolean {
    const before = this.said;
    if (before === ahead) return false;
    const passed = before !== null && MILESTONES.some((mark) => before > mark && ahead <= mark);
    if (!passed && now - this.saidAt < ANNOUNCE_MILLIS) return false;
    this.saidAt = now;
    this.said = ahead;
    return true;
  }
}
