import { expect, it } from "vitest";
import { paidSeats } from "./payments";

const seat = (seatId: string) => ({ seatId, seatNumber: seatId, grade: "R", price: 1 });
const back = (seatId: string) => ({
  ...seat(seatId),
  fee: 0,
  refund: 1,
  cancelledAt: "2026-11-18T00:00:00Z",
});

it("a receipt lists each paid seat once, given back or not", () => {
  const ids = (all: { seatId: string }[]) => all.map(({ seatId }) => seatId);
  expect(ids(paidSeats({ seats: [seat("a")], givenBack: [back("b")] }))).toEqual(["a", "b"]);
  expect(ids(paidSeats({ seats: [seat("a"), seat("b")], givenBack: [back("b")] }))).toEqual([
    "a",
    "b",
  ]);
});
