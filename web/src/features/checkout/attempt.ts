import { keys, readJson, remove, writeJson } from "../../lib/storage";

/** A try to pay, kept on the device before anything is sent: a reload or a second tab goes on with it. */
export interface Attempt {
  paymentKey: string;
  method: string;
  channelKey: string;
  /** That pay a part; none if it is missing. */
  points?: number;
  /** Ours, once the payment is prepared. */
  paymentId?: string;
  /** The provider's agreement, once the fan came back with it. */
  paymentToken?: string;
  approvedAt?: number;
}

export function attemptOf(reservationId: string): Attempt | null {
  return readJson<Attempt>(keys.payment(reservationId));
}

export function keep(reservationId: string, attempt: Attempt): Attempt {
  writeJson(keys.payment(reservationId), attempt);
  return attempt;
}

/** The one under way, or a new one; another method or other points are another try. */
export function begin(
  reservationId: string,
  method: string,
  channelKey: string,
  points: number,
): Attempt {
  const before = attemptOf(reservationId);
  return before?.method === method &&
    before.channelKey === channelKey &&
    (before.points ?? 0) === points
    ? before
    : keep(reservationId, { paymentKey: crypto.randomUUID(), method, channelKey, points });
}

export function forget(reservationId: string): void {
  remove(keys.payment(reservationId));
}
