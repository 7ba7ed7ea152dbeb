import { describe, expect, it } from "vitest";
import { refundOf, shelfOf, sorted, type Booking, type Payment } from "./bookings";

const booking = (id: string, more: Partial<Booking> = {}): Booking => ({
  reservationId: id,
  reservationNumber: id,
  status: "CONFIRMED",
  scheduleId: "s",
  title: "t",
  venue: "v",
  hall: "h",
  posterUrl: "",
  startsAt: "2026-12-07T10:30:00Z",
  seats: [],
  givenBack: [],
  totalAmount: 1,
  createdAt: "2026-11-18T00:00:00Z",
  checkedOut: true,
  ...more,
});
const payment = (status: Payment["status"]): Payment => ({
  paymentId: "p",
  status,
  amount: 1,
  reservationId: "a",
  checking: false,
  method: "CARD",
  createdAt: "2026-11-18T00:00:00Z",
  provider: { storeId: "", channelKey: "", paymentId: "" },
});

describe("bookings", () => {
  const now = Date.parse("2026-12-07T12:00:00Z");

  it("stay upcoming while the show plays", () => {
    expect(shelfOf(booking("a"), now)).toBe("upcoming");
    expect(shelfOf(booking("a"), now + 4 * 3_600_000)).toBe("past");
    expect(shelfOf(booking("a", { status: "CANCELLED" }), now)).toBe("cancelled");
  });

  it("that wait for their payment come first", () => {
    const early = booking("early", { startsAt: "2026-12-07T11:00:00Z" });
    const unpaid = booking("unpaid", { status: "PENDING", startsAt: "2026-12-30T11:00:00Z" });
    expect(sorted([early, unpaid], "upcoming", now).map((one) => one.reservationId)).toEqual([
      "unpaid",
      "early",
    ]);
  });

  it("that are cancelled are refunded only when the provider says so", () => {
    expect(refundOf(booking("a"), [])).toBe("none");
    expect(refundOf(booking("a"), [payment("FAILED")])).toBe("none");
    expect(refundOf(booking("a"), [payment("SUCCESS")])).toBe("running");
    expect(refundOf(booking("a"), [payment("FAILED"), payment("REFUNDED")])).toBe("done");
    expect(refundOf(booking("b"), [payment("REFUNDED")])).toBe("none");
  });
});
