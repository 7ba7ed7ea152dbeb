import { keys, readJson, remove, writeJson } from "../../lib/storage";

/** A try to pay, kept on the device before anything is sent: a reload or a second tab goes on with it. */
export interface Attempt {
  paymentKey: string;
  method: string;
  channelKey: string;
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

/** The one under way, or a new one; another method is another try. */
export function begin(reservationId: string, method: string, channelKey: string): Attempt {
  const before = attemptOf(reservationId);
  return before && before.method === method && before.channelKey === channelKey
    ? before
    : keep(reservationId, { paymentKey: crypto.randomUUID(), method, channelKey });
}

export function forget(reservationId: string): void {
  remove(keys.payment(reservationId));
}
