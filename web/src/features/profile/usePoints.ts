import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/client";
import { useSession } from "../../session/useSession";

/** The fan's points. */
export function usePoints() {
  const session = useSession();
  return useQuery({
    queryKey: ["points"],
    queryFn: ({ signal }) =>
      call("/api/users/me/points", "get", { query: { size: 1 }, signedIn: true, signal }),
    enabled: session !== "out",
  });
}
