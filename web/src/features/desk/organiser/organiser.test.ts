import { expect, it } from "vitest";
import { castOf, emptyForm, linesOf, withGrades } from "./eventForm";
import { forecast } from "./forecast";
import { csvOf, sumOf } from "./settlement";
import { fromWall, toWall } from "./times";
import type { SettledDate } from "./useSettlement";

it("times are the venue's, wherever the organiser is", () => {
  expect(toWall("2026-12-07T10:30:00Z")).toBe("2026-12-07T19:30");
  expect(Date.parse(fromWall("2026-12-07T19:30"))).toBe(Date.parse("2026-12-07T10:30:00Z"));
  expect(fromWall("")).toBe("");
});

it("grades of the hall replace the untouched first one and join those that are there", () => {
  const first = withGrades(emptyForm(), ["VIP", "S"]);
  expect(first.grades.map((one) => one.code)).toEqual(["VIP", "S"]);
  expect(withGrades(first, ["S", "A"]).grades.map((one) => one.code)).toEqual(["VIP", "S", "A"]);
});

it("a cast is lines of a form and back", () => {
  const cast = { 선장: ["가", "나"], 항해사: [] };
  expect(castOf(linesOf(cast))).toEqual(cast);
  expect(castOf([{ role: " ", people: "x" }])).toEqual({});
});

it("a forecast goes by the rate, or by the places inside where they are fewer", () => {
  const by = (admitPerSecond: number, maxActive: number) =>
    forecast({ seats: 1_200, admitPerSecond, maxActive, capacity: 6_000 });

  expect(by(10, 10_000)).toMatchObject({ perSecond: 10, isLimitedByPlaces: false });
  expect(Math.round(by(10, 10_000).soldOutMinutes)).toBe(5);
  expect(Math.round(by(10, 10_000).lastWaitMinutes)).toBe(10);
  expect(by(10, 240)).toMatchObject({ perSecond: 1, isLimitedByPlaces: true });
});

it("a settlement is summed, and its file has a line for each date and one for all", () => {
  const date = (grossWon: number) =>
    ({
      scheduleId: "a",
      startsAt: "2026-12-07T10:30:00Z",
      status: "ONGOING",
      soldSeats: 2,
      returnedSeats: 1,
      complimentarySeats: 0,
      withheldSeats: 0,
      grossWon,
      feesWon: 10,
      refundsWon: 90,
      netWon: grossWon - 90,
      chargedWon: grossWon,
      paidBackWon: 90,
      outstandingWon: 0,
      pointsWon: 0,
      differenceWon: 0,
    }) satisfies SettledDate;
  const dates = [date(300), date(500)];

  expect(sumOf(dates)).toMatchObject({ grossWon: 800, netWon: 620, soldSeats: 4 });
  const lines = csvOf(dates).trim().split("\r\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain("startsAt,status,soldSeats");
  expect(lines[3]).toMatch(/^total,,4,2,0,0,800,20,180,620,/);
});
