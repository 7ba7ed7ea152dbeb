import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client";
import { useSession } from "../../../session/useSession";
import type { Role } from "./sections";

/** The role of who is signed in; the platform decides again at every call. */
export function useRole() {
  const session = useSession();
  const profile = useQuery({
    queryKey: ["desk-role"],
    queryFn: ({ signal }) => call("/api/users/me", "get", { signedIn: true, signal }),
    enabled: session !== "out",
    staleTime: 60_000,
  });
  return { session, role: profile.data?.role as Role | undefined, profile };
}
