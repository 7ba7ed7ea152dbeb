import { useMutation } from "@tanstack/react-query";
import { call } from "../../../api/client";
import type { Figures } from "./saleFeed";

export type LineSettings = NonNullable<Figures["settings"]>;

export type Wanted = Partial<
  Pick<
    LineSettings,
    "admitPerSecond" | "maxActive" | "capacity" | "paused" | "draining" | "followLoad"
  >
> & { noticeKo?: string; noticeEn?: string };

/** Changes a waiting room; asking twice for the same changes nothing more. */
export function useChange(scheduleId: string) {
  return useMutation({
    mutationFn: (wanted: Wanted) =>
      call("/api/admin/queue/{scheduleId}", "patch", {
        path: { scheduleId },
        body: wanted,
        signedIn: true,
      }),
  });
}
