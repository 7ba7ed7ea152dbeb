import { useQuery } from "@tanstack/react-query";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";

export type Settlement = Answer<"/api/admin/settlements/{eventId}", "get">;
export type SettledDate = Settlement["schedules"][number];

/** What an event has earned, from the seats and from the ledger. */
export function useSettlement(eventId: string, everyMillis: number | false = false) {
  return useQuery({
    queryKey: ["settlement", eventId],
    queryFn: ({ signal }) =>
      call("/api/admin/settlements/{eventId}", "get", {
        path: { eventId },
        signedIn: true,
        signal,
      }),
    staleTime: 0,
    refetchInterval: everyMillis,
  });
}
