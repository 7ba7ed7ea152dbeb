import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Answer } from "../../api/answers";
import { call } from "../../api/client";

export type Suggestion = Answer<"/api/events/suggestions", "get">["items"][number];

/** Of titles and names that are typed again and again, so the answers are kept for a while. */
const FRESH_MILLIS = 60_000;

const none: Suggestion[] = [];

/** What the fan may be about to type; nothing while nothing is typed. */
export function useSuggestions(typed: string): Suggestion[] {
  const query = typed.trim();
  const found = useQuery({
    queryKey: ["suggestions", query],
    queryFn: async ({ signal }) => {
      const list = await call("/api/events/suggestions", "get", { query: { query }, signal });
      return list.items;
    },
    enabled: query !== "",
    staleTime: FRESH_MILLIS,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return query === "" ? none : (found.data ?? none);
}

/** The place after a press of an arrow key; -1 is the input itself. */
export function moved(chosen: number, key: string, count: number): number {
  if (count === 0) {
    return -1;
  }
  const step = key === "ArrowDown" ? 1 : -1;
  return ((chosen + 1 + step + count + 1) % (count + 1)) - 1;
}
