import { readJson, remove, writeJson } from "../../lib/storage";
import type { Booking, Ticket } from "./bookings";

/**
 * Bought tickets stay on the device, so that they open at a door without network or login. Logging out
 * by hand takes them away: the device may be somebody else's next.
 */
export interface Stored {
  booking: Booking;
  tickets: Ticket[];
  /** Of the show: a grade looks on a ticket as it did on the map. */
  grades: { grade: string; price: number }[];
}

const PREFIX = "onsale.ticket.";

export function store(stored: Stored): void {
  writeJson(PREFIX + stored.booking.reservationId, stored);
}

export function stored(reservationId: string): Stored | null {
  return readJson<Stored>(PREFIX + reservationId);
}

export function forget(reservationId: string): void {
  remove(PREFIX + reservationId);
}

export function allStored(): Stored[] {
  return keys()
    .map((key) => readJson<Stored>(key))
    .filter((one): one is Stored => one !== null)
    .sort((a, b) => Date.parse(a.booking.startsAt) - Date.parse(b.booking.startsAt));
}

export function forgetAll(): void {
  keys().forEach(remove);
}

function keys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}
