import { isProblem } from "../../api/problem";
import type { ko } from "./ko";
import { text } from "./text";

type Key = keyof typeof ko;

/** Every refusal on the way from the hold to the ticket; a test compares it with the API's own list. */
export const sentences: Record<string, Key> = {
  "payment.no_such_order": "pNoSuchOrder",
  "payment.order_over": "pOrderOver",
  "payment.no_more_attempts": "pNoMoreAttempts",
  "payment.under_way": "pUnderWay",
  "payment.in_flight": "pInFlight",
  "payment.key_reused": "pKeyReused",
  "payment.no_such_method": "pNoSuchMethod",
  "payment.not_enough_points": "pNotEnoughPoints",
  "payment.too_many_points": "pNotEnoughPoints",
  "payment.provider_away": "pProviderAway",
  "payment.wrong_state": "pWrongState",
  "reservation.hold_over": "pHoldOver",
  "reservation.order_open": "pOrderOpen",
  "reservation.not_checked_out": "pNotCheckedOut",
  "reservation.wrong_state": "pWrongState",
  "reservation.no_more_extensions": "pNoMoreExtensions",
  "reservation.not_now": "pNotNow",
};

export function sentenceOf(error: unknown): string {
  if (!isProblem(error)) return text("pOther");
  const known = sentences[error.code];
  if (known) return text(known);
  if (error.isOffline) return text("pOffline");
  if (error.status === 404) return text("pNotFound");
  return text(error.isTemporary ? "pBusy" : "pOther");
}
