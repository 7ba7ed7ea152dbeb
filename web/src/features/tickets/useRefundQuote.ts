import { useQuery } from "@tanstack/react-query";
import type { Answer } from "../../api/answers";
import { call } from "../../api/client";

export type RefundQuote = Answer<"/api/reservations/{id}/refund-quote", "get">;

/** The server honours a quote for five minutes; a new one is fetched a minute before. */
const FRESH_MILLIS = 4 * 60_000;

/** What would come back for these seats, signed by the server. */
export function useRefundQuote(reservationId: string, seatIds: readonly string[]) {
  return useQuery({
    queryKey: ["refund-quote", reservationId, ...seatIds],
    queryFn: ({ signal }) =>
      call("/api/reservations/{id}/refund-quote", "get", {
        path: { id: reservationId },
        query: { seatIds: [...seatIds] },
        signedIn: true,
        signal,
      }),
    enabled: seatIds.length > 0,
    staleTime: 0,
    gcTime: 0,
    refetchInterval: FRESH_MILLIS,
    retry: false,
  });
}
