import type { Answer } from "../../api/answers";

export type Reservation = Answer<"/api/reservations/{id}", "get">;
export type Payment = Answer<"/api/payments/{id}", "get">;

/** What may be said about the money and the seats, from what the server says of both. */
export type Verdict =
  | { kind: "confirming"; step: 1 | 2 }
  | { kind: "done" }
  | { kind: "declined"; reason: string | null }
  | { kind: "refunding"; isDone: boolean }
  | { kind: "over" };

/** "Failed" is never said while it is not known. */
export function verdictOf(reservation: Reservation, payment: Payment | null): Verdict {
  if (reservation.status === "CONFIRMED") return { kind: "done" };
  if (reservation.status === "CANCELLED") {
    if (payment?.status === "REFUNDED") return { kind: "refunding", isDone: true };
    if (payment?.status === "SUCCESS") return { kind: "refunding", isDone: false };
    // The provider may still have the money: it is being asked.
    return payment?.checking ? { kind: "confirming", step: 1 } : { kind: "over" };
  }
  if (payment?.status === "FAILED" && !payment.checking) {
    return { kind: "declined", reason: payment.failureReason ?? null };
  }
  return { kind: "confirming", step: payment?.status === "SUCCESS" ? 2 : 1 };
}
