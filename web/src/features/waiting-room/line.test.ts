import { describe, expect, it } from "vitest";
import { after, afterNews, Announcer, estimate, progress, START } from "./line";

const NUMBER = 2 ** 40 * 3 + 412;
const waiting = (ahead: number, more: object = {}) =>
  ({
    state: "WAITING",
    number: NUMBER,
    position: ahead + 1,
    ahead,
    pollAfterMillis: 2000,
    ...more,
  }) as const;

describe("the line on the screen", () => {
  it("shows the number without its epoch", () => {
    const line = after(START, waiting(218), 0);
    expect(line).toMatchObject({ kind: "waiting", number: 412, ahead: 218, firstAhead: 218 });
  });

  it("never shows more ahead than before", () => {
    let line = after(START, waiting(218), 0);
    line = after(line, waiting(100), 1);
    line = after(line, waiting(130), 2);
    expect(line.ahead).toBe(100);
    expect(progress(line)).toBeCloseTo(1 - 100 / 218);
  });

  it("keeps the number while the line is restored, and counts only when all are back", () => {
    let line = after(START, waiting(218), 0);
    line = after(line, { state: "RESTORING", number: NUMBER, pollAfterMillis: 3000 }, 1);
    expect(line).toMatchObject({ kind: "restoring", number: 412 });

    line = after(line, waiting(40), 2);
    expect(line.kind).toBe("restoring");
    line = after(line, waiting(90), 3);
    expect(line.kind).toBe("restoring");
    line = after(line, waiting(90), 4);
    expect(line).toMatchObject({ kind: "waiting", ahead: 90, number: 412 });
  });

  it("starts anew with another number", () => {
    const line = after(after(START, waiting(5), 0), { ...waiting(300), number: NUMBER + 9 }, 1);
    expect(line).toMatchObject({ number: 421, ahead: 300 });
  });

  it("has the token of a turn, and forgets all after its end", () => {
    const turn = after(
      after(START, waiting(1), 0),
      {
        state: "ADMITTED",
        number: NUMBER,
        entryToken: "qe_1",
        entryExpiresAt: "2026-01-01T00:00:00Z",
      },
      1,
    );
    expect(turn).toMatchObject({ kind: "turn", entry: { token: "qe_1" }, ahead: 0 });
    expect(after(turn, { state: "EXPIRED", number: NUMBER }, 2)).toMatchObject({
      kind: "expired",
      entry: null,
    });
  });
});

describe("the estimate", () => {
  it("is a range of whole minutes around it", () => {
    expect(estimate(null, 420, 0)).toMatchObject({ lowMinutes: 6, highMinutes: 8, at: 420_000 });
    expect(estimate(null, 20, 0)).toMatchObject({ lowMinutes: 0, highMinutes: 1 });
  });

  it("changes at most every ten seconds and is missing when nobody can tell", () => {
    const first = estimate(null, 420, 0);
    expect(estimate(first, 60, 9_999)).toBe(first);
    expect(estimate(first, 60, 10_000)?.highMinutes).toBe(2);
    expect(estimate(first, undefined, 1)).toBeNull();
  });
});

describe("news of the stream", () => {
  const line = after(START, waiting(218), 0);

  it("counts between the marks and only downwards", () => {
    const marks: [number, number][] = [
      [NUMBER - 100, 50],
      [NUMBER + 100, 250],
    ];
    expect(afterNews(line, NUMBER, { state: "WAITING", marks })[0].ahead).toBe(150);
    const up: [number, number][] = [
      [NUMBER - 1, 500],
      [NUMBER + 1, 502],
    ];
    expect(afterNews(line, NUMBER, { state: "WAITING", marks: up })[0].ahead).toBe(218);
  });

  it("makes the fan ask whose number is called", () => {
    expect(afterNews(line, NUMBER, { state: "WAITING", calledUpTo: NUMBER })[1]).toBe("called");
    expect(afterNews(line, NUMBER, { state: "WAITING", calledUpTo: NUMBER - 1 })[1]).toBe("none");
    expect(afterNews(line, NUMBER, { state: "RESTORING" })[1]).toBe("restoring");
  });
});

describe("what screen readers hear", () => {
  it("is the count every thirty seconds at most, and at 100, 50 and 10", () => {
    const announcer = new Announcer();
    expect(announcer.isDue(218, 0)).toBe(true);
    expect(announcer.isDue(200, 5_000)).toBe(false);
    expect(announcer.isDue(100, 6_000)).toBe(true);
    expect(announcer.isDue(90, 10_000)).toBe(false);
    expect(announcer.isDue(80, 36_000)).toBe(true);
    expect(announcer.isDue(80, 99_000)).toBe(false);
  });
});
