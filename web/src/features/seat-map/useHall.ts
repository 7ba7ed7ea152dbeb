import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { call } from "../../api/client";
import { SeatFeed } from "./feed";
import { type Hall, hallOf } from "./hall";
import type { LayoutDocument } from "./engine/layout";
import { HELD } from "./engine/status";

const FOR_EVER = { staleTime: Infinity, gcTime: Infinity };

/** What the page needs before the first picture: the show, the grades and the layout. */
export function useSeatData(scheduleId: string) {
  const schedule = useQuery({
    queryKey: ["schedule", scheduleId],
    queryFn: ({ signal }) =>
      call("/api/schedules/{scheduleId}", "get", { path: { scheduleId }, signal }),
  });
  const grades = useQuery({
    queryKey: ["grades", scheduleId],
    queryFn: ({ signal }) =>
      call("/api/schedules/{scheduleId}/grades", "get", { path: { scheduleId }, signal }),
  });
  const layout = useQuery({
    queryKey: ["layout", scheduleId],
    queryFn: async ({ signal }) =>
      (await call("/api/schedules/{scheduleId}/layout", "get", {
        path: { scheduleId },
        signal,
      })) as unknown as LayoutDocument,
    ...FOR_EVER,
  });
  const eventId = schedule.data?.eventId ?? "";
  const show = useQuery({
    queryKey: ["show", eventId],
    queryFn: ({ signal }) => call("/api/events/{eventId}", "get", { path: { eventId }, signal }),
    enabled: eventId !== "",
  });
  return { schedule, grades, layout, show };
}

export interface LiveHall {
  hall: Hall;
  feed: SeatFeed;
  /** Another number after each change of the seats. */
  version: number;
  changed: readonly number[];
  isOnline: boolean;
  isRefused: boolean;
  isKnown: boolean;
  /** What a refusal told before the feed does. */
  markTaken: (ordinals: readonly number[]) => void;
}

/** The hall with its seats as the server has them now. */
export function useLiveHall(
  scheduleId: string,
  layout: LayoutDocument | undefined,
  grades: readonly { grade: string; price: number }[] | undefined,
  entryToken: () => string | null,
): LiveHall | null {
  const hall = useMemo(
    () => (layout && grades ? hallOf(layout, grades) : null),
    // Prices of a sale do not change while a fan looks; a new object of them is no new hall.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [layout, grades !== undefined],
  );
  const [live, setLive] = useState<LiveHall | null>(null);
  useEffect(() => {
    if (!hall) return;
    const change = (part: Partial<LiveHall>) =>
      setLive((before) => (before && before.hall === hall ? { ...before, ...part } : before));
    const changed = (ordinals: readonly number[]) => {
      if (hall.counts.isEmpty) hall.counts.updateAll();
      else hall.counts.update(ordinals);
      setLive((before) =>
        before && before.hall === hall
          ? { ...before, version: before.version + 1, changed: ordinals, isKnown: true }
          : before,
      );
    };
    const feed = new SeatFeed(scheduleId, hall.states, entryToken, {
      changed,
      online: (isOnline) => change({ isOnline }),
      refused: () => change({ isRefused: true }),
    });
    setLive({
      hall,
      feed,
      version: 0,
      changed: [],
      isOnline: true,
      isRefused: false,
      isKnown: false,
      markTaken: (ordinals) => {
        changed(hall.states.mark(ordinals, HELD));
        feed.wake();
      },
    });
    feed.start();
    return () => feed.stop();
    // The token is read when it is needed.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hall, scheduleId]);
  return live;
}
