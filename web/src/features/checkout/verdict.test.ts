import { describe, expect, it } from "vitest";
import { type Payment, type Reservation, verdictOf } from "./verdict";

const reservation = (status: Reservation["status"]) => ({ status }) as Reservation;
const payment = (status: Payment["status"], checking = false, failureReason?: string) =>
  ({ status, checking, failureReason }) as Payment;

describe("what is said about the money and the seats", () => {
  it("is done only with the reservation", () => {
    expect(verdictOf(reservation("CONFIRMED"), payment("SUCCESS")).kind).toBe("done");
    expect(verdictOf(reservation("PENDING"), payment("SUCCESS"))).toEqual({
      kind: "confirming",
      step: 2,
    });
  });

  it("is never failed while it is unknown", () => {
    expect(verdictOf(reservation("PENDING"), null).kind).toBe("confirming");
    expect(verdictOf(reservation("PENDING"), payment("PENDING", true)).kind).toBe("confirming");
    expect(verdictOf(reservation("PENDING"), payment("FAILED", true)).kind).toBe("confirming");
    expect(verdictOf(reservation("CANCELLED"), payment("PENDING", true)).kind).toBe("confirming");
  });

  it("is declined with its reason", () => {
    expect(verdictOf(reservation("PENDING"), payment("FAILED", false, "limit"))).toEqual({
      kind: "declined",
      reason: "limit",
    });
  });

  it("says that late money of a dead order comes back", () => {
    expect(verdictOf(reservation("CANCELLED"), payment("SUCCESS"))).toEqual({
      kind: "refunding",
      isDone: false,
    });
    expect(verdictOf(reservation("CANCELLED"), payment("REFUNDED"))).toEqual({
      kind: "refunding",
      isDone: true,
    });
    expect(verdictOf(reservation("CANCELLED"), payment("FAILED")).kind).toBe("over");
  });
});
