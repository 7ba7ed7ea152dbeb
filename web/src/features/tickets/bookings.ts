import { useQuery } from "@tanstack/react-query";
import type { Answer } from "../../api/answers";
import { call } from "../../api/client";
import { useSession } from "../../session/useSession";

export type Booking = Answer<"/api/reservations", "get">["items"][number];
export type Payment = Answer<"/api/payments", "get">["items"][number];
export type Ticket = Answer<"/api/reservations/{id}/tickets", "get">[number];

const PAGE_SIZE = 100;

export function useBookings() {
  const session = useSession();
  return useQuery({
    queryKey: ["bookings"],
    queryFn: async ({ signal }) =>
      (
        await call("/api/reservations", "get", {
          query: { size: PAGE_SIZE },
          signedIn: true,
          signal,
        })
      ).items,
    enabled: session !== "out",
  });
}

const REFUND_MILLIS = 5_000;
const never = () => false;

/** How far refunds are is known by the payments; while one is under way, they are asked again. */
export function usePayments(
  wanted: boolean,
  isRefunding: (payments: readonly Payment[]) => boolean = never,
) {
  return useQuery({
    queryKey: ["payments"],
    queryFn: async ({ signal }) =>
      (await call("/api/payments", "get", { query: { size: PAGE_SIZE }, signedIn: true, signal }))
        .items,
    enabled: wanted,
    refetchInterval: ({ state }) => (state.data && isRefunding(state.data) ? REFUND_MILLIS : false),
  });
}

export type Shelf = "upcoming" | "past" | "cancelled";

export function shelfOf(booking: Booking, now: number): Shelf {
  if (booking.status === "CANCELLED") {
    return "cancelled";
  }
  return Date.parse(booking.startsAt) + SHOW_MILLIS < now ? "past" : "upcoming";
}

/** A show is over some hours after it began. */
const SHOW_MILLIS = 4 * 3_600_000;

export function isUnfinished(booking: Booking): boolean {
  return booking.status === "PENDING" || booking.status === "DR_RECOVERED";
}

/** What waits for its payment first, then by date; what is past, newest first. */
export function sorted(bookings: readonly Booking[], shelf: Shelf, now: number): Booking[] {
  const time = (one: Booking) => Date.parse(one.startsAt);
  return bookings
    .filter((one) => shelfOf(one, now) === shelf)
    .sort((a, b) =>
      shelf === "upcoming"
        ? Number(isUnfinished(b)) - Number(isUnfinished(a)) || time(a) - time(b)
        : time(b) - time(a),
    );
}

export type Refund = "none" | "running" | "done";

/** What became of the money of a cancelled booking. */
export function refundOf(booking: Booking, payments: readonly Payment[]): Refund {
  const ofThis = payments.filter((one) => one.reservationId === booking.reservationId);
  if (ofThis.some((one) => one.status === "SUCCESS")) {
    return "running";
  }
  return ofThis.some((one) => one.status === "REFUNDED") ? "done" : "none";
}
