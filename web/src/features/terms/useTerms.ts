import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/client";
import type { Answer } from "../../api/answers";

export type TermsVersion = Answer<"/api/terms", "get">["inForce"][number];
export type TermsType = TermsVersion["type"];

const ORDER: readonly TermsType[] = ["SERVICE", "PRIVACY", "MARKETING"];

/** The terms in force, those that must be agreed to first. */
export function useTerms() {
  return useQuery({
    queryKey: ["terms"],
    queryFn: ({ signal }) => call("/api/terms", "get", { signal }),
    select: (terms) =>
      [...terms.inForce].sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type)),
  });
}
