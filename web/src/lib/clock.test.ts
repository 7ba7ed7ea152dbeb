import { expect, it } from "vitest";
import { narrowed, observe, serverNow, timeLeft } from "./clock";

it("answers together bound the difference more closely than one", () => {
  const first = { low: 0, high: 1000 };
  const second = { low: 700, high: 1700 };
  expect(narrowed(null, first)).toEqual(first);
  expect(narrowed(first, second)).toEqual({ low: 700, high: 1000 });
});

it("a clock that was stopped or set is believed anew", () => {
  const after = { low: 5000, high: 6000 };
  expect(narrowed({ low: 0, high: 1000 }, after)).toEqual(after);
});

it("never shows more time than is left, whichever part of its second the server was in", () => {
  const at = Date.UTC(2026, 0, 1);
  const answered = performance.now();
  observe(new Date(at).toUTCString(), answered, answered);
  const expiresAt = new Date(at + 600_000).toISOString();
  expect(timeLeft(expiresAt)).toBeLessThanOrEqual(599_000);
  expect(timeLeft(expiresAt)).toBeGreaterThan(590_000);
  expect(Date.parse(expiresAt) - serverNow()).toBeGreaterThan(599_000);
  expect(timeLeft(undefined)).toBe(0);
  expect(timeLeft(new Date(at - 1).toISOString())).toBe(0);
});
