import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client";
import { locale } from "../../i18n/locale";
import { text } from "./text";

export const reservationKey = (id: string) => ["reservation", id];

export function useReservation(id: string, refetchMillis: number | false) {
  return useQuery({
    queryKey: reservationKey(id),
    queryFn: ({ signal }) =>
      call("/api/reservations/{id}", "get", { path: { id }, signedIn: true, signal }),
    enabled: id !== "",
    staleTime: 0,
    refetchInterval: refetchMillis,
    refetchOnWindowFocus: true,
  });
}

const AWAIT_AGAIN_MILLIS = 500;

/** Shows the verdict on the order as soon as the platform has it: each call waits for it there. */
export function useVerdict(id: string, isAwaited: boolean) {
  const client = useQueryClient();
  useQuery({
    queryKey: ["verdict", id],
    queryFn: async ({ signal }) => {
      const reservation = await call("/api/reservations/verdict/{id}", "get", {
        path: { id },
        signedIn: true,
        signal,
      });
      client.setQueryData(reservationKey(id), reservation);
      return reservation.status;
    },
    enabled: isAwaited && id !== "",
    staleTime: 0,
    gcTime: 0,
    refetchInterval: AWAIT_AGAIN_MILLIS,
  });
}

/** The tries to pay for a reservation, the newest first. */
export function usePaymentsOf(reservationId: string, refetchMillis: number | false) {
  return useQuery({
    queryKey: ["payments-of", reservationId],
    queryFn: async ({ signal }) => {
      const page = await call("/api/payments", "get", {
        query: { size: 20 },
        signedIn: true,
        signal,
      });
      return page.items.filter((payment) => payment.reservationId === reservationId);
    },
    enabled: reservationId !== "",
    staleTime: 0,
    refetchInterval: refetchMillis,
  });
}

export interface PayMethod {
  method: string;
  /** Of the provider; empty for its default. */
  channelKey: string;
  name: string;
}

interface Offer {
  method: string;
  channelKey: string;
  name: { ko: string; en: string };
}

/** What the fan may pay with; a card until the server has named it. */
export function usePayMethods(): PayMethod[] {
  const { data } = useQuery({
    queryKey: ["pay-methods"],
    queryFn: ({ signal }) =>
      call("/api/payments/methods", "get", { signedIn: true, signal }).then(
        (answer): Offer[] => answer.items,
      ),
    staleTime: Infinity,
  });
  return data && data.length > 0
    ? data.map((one) => ({ ...one, name: one.name[locale()] }))
    : [{ method: "CARD", channelKey: "", name: text("card") }];
}
