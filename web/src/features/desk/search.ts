import type { Answer } from "../../api/answers";
import { call } from "../../api/client";

export type FoundAccount = Answer<"/api/admin/accounts", "get">["items"][number];
export type FoundReservation = Answer<"/api/admin/reservations", "get">["items"][number];
export type FoundPayment = Answer<"/api/admin/payments", "get">["items"][number];

/** What an operator typed, by what it looks like. */
export type Wanted =
  | { kind: "number"; number: string }
  | { kind: "id"; id: string }
  | { kind: "email"; email: string }
  | { kind: "phone"; phone: string }
  | { kind: "failure"; failureCode: string };

export interface Found {
  accounts: FoundAccount[];
  reservations: FoundReservation[];
  payments: FoundPayment[];
  /** How many reservations and payments there are in all. */
  total: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const NUMBER = /^B-\d{8}-\d+/i;

/** Null for nothing. The number of a ticket is that of its booking and one figure more. */
export function wantedBy(typed: string): Wanted | null {
  const value = typed.trim();
  if (value === "") return null;
  if (UUID.test(value)) return { kind: "id", id: value.toLowerCase() };
  const number = NUMBER.exec(value);
  if (number) return { kind: "number", number: number[0].toUpperCase() };
  if (value.includes("@")) return { kind: "email", email: value };
  if (/^[+0-9][0-9 -]{6,}$/.test(value)) return { kind: "phone", phone: value };
  return { kind: "failure", failureCode: value };
}

type ReservationQuery = { number?: string; paymentId?: string; userId?: string };
type PaymentQuery = { paymentId?: string; reservationId?: string; failureCode?: string };

export async function search(wanted: Wanted, signal?: AbortSignal): Promise<Found> {
  const reservations = (query: ReservationQuery) =>
    call("/api/admin/reservations", "get", { query, signedIn: true, signal });
  const payments = (query: PaymentQuery) =>
    call("/api/admin/payments", "get", { query, signedIn: true, signal });
  const accounts = (query: { email?: string; phone?: string }) =>
    call("/api/admin/accounts", "get", { query, signedIn: true, signal });
  const nothing = { accounts: [], reservations: [], payments: [], total: 0 };
  switch (wanted.kind) {
    case "email":
      return { ...nothing, accounts: (await accounts({ email: wanted.email })).items };
    case "phone":
      return { ...nothing, accounts: (await accounts({ phone: wanted.phone })).items };
    case "failure": {
      const { items, total } = await payments({ failureCode: wanted.failureCode });
      return { ...nothing, payments: items, total };
    }
    case "number": {
      const { items, total } = await reservations({ number: wanted.number });
      return { ...nothing, reservations: items, total };
    }
    case "id": {
      const [ofPayment, ofUser, payment, ofReservation] = await Promise.all([
        reservations({ paymentId: wanted.id }),
        reservations({ userId: wanted.id }),
        payments({ paymentId: wanted.id }),
        payments({ reservationId: wanted.id }),
      ]);
      return {
        accounts: [],
        reservations: [...ofPayment.items, ...ofUser.items],
        payments: [...payment.items, ...ofReservation.items],
        total: ofPayment.total + ofUser.total + payment.total + ofReservation.total,
      };
    }
  }
}
