import type { Answer } from "../../api/answers";
import { call } from "../../api/client";

export type Booking = Answer<"/api/reservations/{id}", "get">;
export type Payment = Answer<"/api/payments", "get">["items"][number];

const PAGE_SIZE = 100;
const PAGES_MAX = 10;

/** The payments that paid a booking, refunded or not. */
export async function paidFor(reservationId: string, signal: AbortSignal): Promise<Payment[]> {
  const found: Payment[] = [];
  for (let page = 0; page < PAGES_MAX; page++) {
    const { items, total } = await call("/api/payments", "get", {
      query: { page, size: PAGE_SIZE },
      signedIn: true,
      signal,
    });
    found.push(...items.filter((one) => isPaid(one) && one.reservationId === reservationId));
    if ((page + 1) * PAGE_SIZE >= total) break;
  }
  return found;
}

function isPaid({ status }: Payment): boolean {
  return status === "SUCCESS" || status === "REFUNDED";
}

/** All seats that were paid, those given back since at the end. */
export function paidSeats({ seats, givenBack }: Pick<Booking, "seats" | "givenBack">) {
  const kept = new Set(seats.map(({ seatId }) => seatId));
  return [...seats, ...givenBack.filter(({ seatId }) => !kept.has(seatId))];
}
