/**
 * Compiled, never run: what the client relies on is in the description of the API with its type.
 * Where a type became `any`, the lines that must not compile would, which is an error too.
 */
import type { Answer, ProblemCode } from "./answers";

export function afterLogin(tokens: Answer<"/api/auth/login", "post">): string {
  const seconds: number = tokens.expiresInSeconds;
  // @ts-expect-error there is no such field
  tokens.expiresIn;
  return `Bearer ${tokens.accessToken} for ${seconds} s, then ${tokens.refreshToken}`;
}

export function eventTitles(events: Answer<"/api/events", "get">): string[] {
  const total: number = events.total;
  // @ts-expect-error a page has items
  events.content;
  return events.items.slice(0, total).map((event) => `${event.title} ${event.startsOn}`);
}

export function openSchedules(event: Answer<"/api/events/{eventId}", "get">): string[] {
  // @ts-expect-error a state that schedules do not have
  event.schedules.filter((schedule) => schedule.status === "OPEN");
  const cast: Record<string, string[]> = event.cast;
  return event.schedules
    .filter((schedule) => schedule.status === "ONGOING" && !schedule.soldOut)
    .map((schedule) => `${new Date(schedule.startsAt).toISOString()} ${Object.keys(cast)}`);
}

export function turn(status: Answer<"/api/queue/status", "get">): string {
  // @ts-expect-error only some states have a position
  const position: number = status.position;
  switch (status.state) {
    case "ADMITTED":
      return status.entryToken ?? "";
    case "LOBBY":
      return status.opensAt ?? "";
    case "CLOSED":
      return status.reason ?? "";
    case "WAITING":
    case "RESTORING":
      return `${status.ahead ?? "some"} ahead, ask after ${status.pollAfterMillis ?? 0} ms`;
    case "EXPIRED":
      return `enter again, ${position}`;
  }
}

export function heldSeats(hold: Answer<"/api/reservations/hold", "post">): string {
  const won: number = hold.totalAmount;
  // @ts-expect-error an amount is a number
  const text: string = hold.totalAmount;
  const seats = hold.seats.map((seat) => `${seat.seatNumber} ${seat.grade} ${seat.price}`);
  return `${hold.reservationId} ${seats.join()} ${won} until ${hold.holdExpiresAt} ${text}`;
}

export function whyNotHeld(code: ProblemCode<"/api/reservations/hold", "post">): string {
  switch (code) {
    case "reservation.seats_taken":
    case "reservation.zone_full":
      return "choose others";
    case "reservation.entry_needed":
    case "reservation.entry_used":
      return "wait for your turn";
    // @ts-expect-error a problem of another call
    case "payment.order_over":
      return "never";
    default:
      return "try again";
  }
}

export function order(checkout: Answer<"/api/reservations/{id}/checkout", "post">): string {
  // @ts-expect-error there is no such field
  checkout.orderId;
  return `${checkout.paymentOrder} ${checkout.amount} before ${checkout.payBefore}`;
}

export function providersPage(payment: Answer<"/api/payments", "post">): string {
  // @ts-expect-error it is there only for a payment that was just prepared
  const customData: string = payment.provider.customData;
  return `${payment.provider.storeId} ${payment.provider.channelKey} ${customData}`;
}

export function confirmed(payment: Answer<"/api/payments/confirm", "post">): boolean {
  // @ts-expect-error a state that payments do not have
  const paid = payment.status === "PAID";
  return payment.status === "SUCCESS" && payment.paidAt != null && !paid;
}

export function myReservations(mine: Answer<"/api/reservations", "get">): string[] {
  // @ts-expect-error it may be null
  mine.items.map((one) => one.holdExpiresAt.length);
  return mine.items.map((one) => `${one.reservationNumber} ${one.status} ${one.seats.length}`);
}
