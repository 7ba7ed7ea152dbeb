import { describe, expect, it } from "vitest";
import { between, clamp, detailOf, fit, toPlan, toScreen, wholeOf, zoomAt } from "./camera";
import { FreeCounts } from "./counts";
import { allSeats, aStadium, aTheatre, changes } from "./fixtures";
import { SeatGrid } from "./grid";
import { nearestFree, seatTowards } from "./neighbours";
import { ACCESSIBLE, areNeighbours, ordinalOf, planOf, RESTRICTED, seatId } from "./plan";
import { propose } from "./proposals";
import { AVAILABLE, HELD, SeatStates, SOLD } from "./status";

describe("a plan", () => {
  const plan = planOf(aTheatre());

  it("numbers seats as the layout says, over gaps", () => {
    expect([12, 16, 17, 22].map(plan.numbers)).toEqual(["1", "5", "7", "12"]);
    expect(plan.numbers(23)).toBe("4");
  });

  it("does not make neighbours of the seats beside a gap", () => {
    expect(areNeighbours(plan, 15, 16)).toBe(true);
    expect(areNeighbours(plan, 16, 17)).toBe(false);
    expect(areNeighbours(plan, 11, 12)).toBe(false);
  });

  it("knows grades in runs, restricted views and wheelchair spaces", () => {
    expect([36, 39, 40, 41].map((seat) => plan.grade[seat])).toEqual([2, 2, 0, 0]);
    expect(plan.flags[1]).toBe(RESTRICTED);
    expect(plan.flags[22]).toBe(ACCESSIBLE);
    expect(plan.flags[2]).toBe(0);
  });

  it("places a short row under its numbers, and a row of other numbers in the middle", () => {
    expect(plan.x[23]).toBe(plan.x[3]);
    expect((plan.x[32]! + plan.x[35]!) / 2).toBe((plan.x[36]! + plan.x[41]!) / 2);
  });

  it("makes ids from ordinals and back", () => {
    expect(seatId(plan, 26)).toBe("d11f3794-5ea9-85d4-a422-54940000001a");
    expect(ordinalOf(plan, seatId(plan, 26))).toBe(26);
    expect(ordinalOf(plan, "d11f3794-5ea9-85d4-a422-54950000001a")).toBe(-1);
  });

  it("lets no two of 50,000 seats without coordinates stand on each other", () => {
    const stadium = planOf(aStadium());
    const grid = new SeatGrid(stadium);
    for (let seat = 0; seat < stadium.seatCount; seat += 97) {
      const x = stadium.x[seat]!;
      const y = stadium.y[seat]!;
      expect(grid.nearest(x, y, 0.45, (other) => other !== seat)).toBe(-1);
      expect(grid.nearest(x + 0.2, y - 0.2, 0.6)).toBe(seat);
    }
  });
});

describe("the status of seats", () => {
  it("takes all seats, then changes, and tells which changed", () => {
    const states = new SeatStates(5);

    expect(states.take(allSeats(7, [0, 1, 2, 0, 1]))).toEqual([1, 2, 4]);
    expect([...states.states]).toEqual([AVAILABLE, HELD, SOLD, AVAILABLE, HELD]);

    expect(
      states.take(
        changes(9, [
          [1, 0],
          [3, 1],
        ]),
      ),
    ).toEqual([1, 3]);
    expect(states.version).toBe(9);
    expect(states.isFree(1)).toBe(true);
  });

  it("does not go back to an older answer", () => {
    const states = new SeatStates(2);
    states.take(allSeats(9, [1, 1]));

    expect(states.take(changes(8, [[0, 0]]))).toEqual([]);
    expect(states.isFree(0)).toBe(false);
  });

  it("counts free seats by section, grade and zone as they change", () => {
    const plan = planOf(aTheatre());
    const states = new SeatStates(plan.count);
    const counts = new FreeCounts(plan, states.states);
    counts.updateAll();
    expect([...counts.bySection]).toEqual([32, 10]);
    expect([...counts.byGrade]).toEqual([42, 4, 4]);

    counts.update(
      states.take(
        changes(1, [
          [0, 1],
          [36, 2],
          [45, 2],
        ]),
      ),
    );
    expect([...counts.bySection]).toEqual([31, 9]);
    expect([...counts.byGrade]).toEqual([40, 4, 3]);
    expect([...counts.byZone]).toEqual([7]);

    counts.update(
      states.take(
        changes(2, [
          [0, 2],
          [36, 0],
        ]),
      ),
    );
    expect([...counts.bySection]).toEqual([31, 10]);
  });
});

describe("the camera", () => {
  const size = { width: 390, height: 500 };
  const box = { left: 0, top: -5, right: 42, bottom: 40 };

  it("keeps the place under the finger while zooming", () => {
    const camera = fit(box, size);
    const before = toPlan(camera, size, 100, 400);

    const zoomed = zoomAt(camera, size, 100, 400, 3);

    const after = toPlan(zoomed, size, 100, 400);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
    expect(toScreen(zoomed, size, before.x, before.y).x).toBeCloseTo(100);
  });

  it("goes no further out than the whole house", () => {
    const camera = clamp({ pitch: 0.1, x: 999, y: -999 }, box, size);
    expect(camera.pitch).toBeCloseTo(wholeOf(box, size).pitch);
    expect(camera.x).toBeCloseTo(21);
  });

  it("shows sections, shapes and numbers by the pitch", () => {
    expect([3.9, 4, 23.9, 24].map(detailOf)).toEqual(["sections", "shapes", "shapes", "numbers"]);
  });

  it("flies from one view to the other", () => {
    const from = { pitch: 8, x: 0, y: 0 };
    const to = { pitch: 32, x: 10, y: 20 };
    expect(between(from, to, 0)).toEqual(from);
    expect(between(from, to, 1).x).toBeCloseTo(10);
    expect(between(from, to, 1).pitch).toBeCloseTo(32);
  });
});

describe("moving and finding seats", () => {
  const plan = planOf(aTheatre());
  const grid = new SeatGrid(plan);

  it("goes along the row and to the row behind by arrow keys", () => {
    expect(seatTowards(plan, grid, 3, "ArrowRight")).toBe(4);
    expect(seatTowards(plan, grid, 3, "ArrowDown")).toBe(15);
    expect(seatTowards(plan, grid, 15, "ArrowUp")).toBe(3);
    expect(seatTowards(plan, grid, 0, "ArrowLeft")).toBe(0);
  });

  it("offers the nearest free seat of the same grade, its own row first", () => {
    expect(nearestFree(plan, grid, 5, (seat) => seat !== 5)).toSatisfy(
      (s: number) => s === 4 || s === 6,
    );
    expect(nearestFree(plan, grid, 5, (seat) => seat === 17 || seat === 7)).toBe(7);
    expect(nearestFree(plan, grid, 36, (seat) => seat === 32)).toBe(-1);
  });

  it("proposes free seats beside each other only", () => {
    const taken = new Set([14, 20]);
    const isFree = (seat: number) => !taken.has(seat);

    const proposals = propose(plan, isFree, new Set([0]), 3, "middle");

    expect(proposals.length).toBeGreaterThan(0);
    for (const { seats } of proposals) {
      expect(seats).toHaveLength(3);
      expect(seats.every(isFree)).toBe(true);
      expect(areNeighbours(plan, seats[0]!, seats[1]!)).toBe(true);
      expect(areNeighbours(plan, seats[1]!, seats[2]!)).toBe(true);
      expect(seats.every((seat) => plan.grade[seat] === 0)).toBe(true);
    }
    expect(propose(plan, () => false, new Set(), 2, "front")).toEqual([]);
  });
});
