import { expect, test } from "vitest";
import { type Point, perMinute, POINTS_MAX, Series } from "./series";

function point(at: number, more: Partial<Point> = {}): Point {
  return {
    at,
    waiting: 0,
    inside: 0,
    admitted: 0,
    held: 0,
    sold: 0,
    errors: 0,
    holdMillis: 0,
    payMillis: 0,
    ...more,
  };
}

const HOUR = 3_600;

test("eight hours of seconds take as many points as fifteen minutes", () => {
  const all = new Series(1_000, null);
  for (let i = 0; i < 8 * HOUR; i++) all.add(point(i * 1_000, { sold: i }));

  expect(all.all().length).toBeLessThanOrEqual(POINTS_MAX);
  expect(all.all().length).toBeGreaterThan(POINTS_MAX / 2 - 1);
  expect(all.all().at(-1)).toMatchObject({ sold: 8 * HOUR - 1 });
  expect(all.all()[0]!.at).toBeLessThan(300_000);
});

test("what is older than the window is forgotten", () => {
  const minutes = new Series(2_500, 900_000);
  for (let i = 0; i < 2 * HOUR; i++) minutes.add(point(i * 1_000));

  expect(minutes.all().length).toBeLessThanOrEqual(POINTS_MAX + 1);
  expect(minutes.all()[0]!.at).toBeGreaterThanOrEqual((2 * HOUR - 1) * 1_000 - 900_000);
});

test("a peak survives that others are put together with it", () => {
  const all = new Series(1_000, null);
  for (let i = 0; i < HOUR; i++) all.add(point(i * 1_000, { holdMillis: i === 700 ? 900 : 20 }));

  expect(Math.max(...all.all().map((one) => one.holdMillis))).toBe(900);
});

test("an answer that comes late changes nothing", () => {
  const all = new Series(1_000, null);
  all.add(point(5_000, { sold: 5 }));
  all.add(point(4_000, { sold: 4 }));

  expect(all.all()).toEqual([point(5_000, { sold: 5 })]);
});

test("admitted fans are counted by minutes, also after the count began anew", () => {
  const points = [
    point(0, { admitted: 100 }),
    point(30_000, { admitted: 110 }),
    point(59_000, { admitted: 130 }),
    point(61_000, { admitted: 5 }),
  ];

  expect(perMinute(points)).toEqual([
    { at: 0, value: 30 },
    { at: 60_000, value: 5 },
  ]);
});
