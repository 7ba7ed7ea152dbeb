import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/client";

export function useShow(eventId: string) {
  return useQuery({
    queryKey: ["show", eventId],
    queryFn: ({ signal }) => call("/api/events/{eventId}", "get", { path: { eventId }, signal }),
  });
}

/** What is left of each grade, now and then while the page is looked at. */
export function useGrades(scheduleId: string) {
  return useQuery({
    queryKey: ["grades", scheduleId],
    queryFn: ({ signal }) =>
      call("/api/schedules/{scheduleId}/grades", "get", { path: { scheduleId }, signal }),
    refetchInterval: 60_000,
  });
}
