import { useQuery } from "@tanstack/react-query";
import type { Answer } from "../../api/answers";
import { call } from "../../api/client";

export type Provider = Answer<"/api/auth/social", "get">["providers"][number];

/** The providers whose logins this platform takes; most platforms have none. */
export function useProviders() {
  return useQuery({
    queryKey: ["social-providers"],
    queryFn: ({ signal }) => call("/api/auth/social", "get", { signal }),
    staleTime: Infinity,
  });
}
