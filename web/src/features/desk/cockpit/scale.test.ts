import { expect, test } from "vitest";
import { pathOf, scaleOf, ticks } from "./scale";

test("the axis ends above the greatest value, with a few round steps", () => {
  expect(ticks(18_940)).toEqual([0, 10_000, 20_000]);
  expect(ticks(473)).toEqual([0, 200, 400, 600]);
  expect(ticks(1)).toEqual([0, 1]);
  expect(ticks(0)).toEqual([0, 1]);
  for (const greatest of [3, 7, 42, 99, 1_210, 50_000]) {
    const all = ticks(greatest);
    expect(all.at(-1)).toBeGreaterThanOrEqual(greatest);
    expect(all.length).toBeLessThanOrEqual(5);
  }
});

test("values become pixels within the box", () => {
  const box = { width: 100, height: 50, left: 10, right: 10, top: 5, bottom: 5 };
  const { x, y } = scaleOf(box, 0, 1_000, 10);

  expect([x(0), x(500), x(1_000)]).toEqual([10, 50, 90]);
  expect([y(0), y(10)]).toEqual([45, 5]);
});

test("a line has a gap where nothing is known", () => {
  expect(
    pathOf([
      { x: 0, y: 1 },
      { x: 1, y: null },
      { x: 2, y: 3 },
      { x: 3, y: 4 },
    ]),
  ).toBe("M0 1M2 3L3 4");
});
