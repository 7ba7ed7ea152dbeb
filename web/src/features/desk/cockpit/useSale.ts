import { useEffect, useRef, useState } from "react";
import { call } from "../../../api/client";
import { type Figures, SaleFeed } from "./saleFeed";
import { type Point, Series } from "./series";

export type Range = "quarter" | "hour" | "all";

const MINUTES: Record<Exclude<Range, "all">, number> = { quarter: 15, hour: 60 };
const STEPS: Record<Range, number> = { quarter: 2_500, hour: 10_000, all: 1_000 };
const MINUTES_MAX = 43_200;
/** Figures older than this are not shown as if they were live. */
export const STALE_MILLIS = 3_000;

export interface LiveSale {
  figures: Figures | null;
  /** Milliseconds since the last figures came; null while they are fresh. */
  staleFor: number | null;
  points: readonly Point[];
  gone: boolean;
}

/** The figures of a sale each second, and what they were in the chosen range. */
export function useSale(scheduleId: string, range: Range, saleOpensAt: string | null): LiveSale {
  const [figures, setFigures] = useState<Figures | null>(null);
  const [points, setPoints] = useState<readonly Point[]>([]);
  const [staleFor, setStaleFor] = useState<number | null>(null);
  const [gone, setGone] = useState(false);
  const series = useRef<Series | null>(null);
  const seenAt = useRef(performance.now());

  useEffect(() => {
    const feed = new SaleFeed(
      scheduleId,
      (next) => {
        seenAt.current = performance.now();
        setStaleFor(null);
        setFigures(next);
        if (series.current) {
          series.current.add(pointOf(next));
          setPoints([...series.current.all()]);
        }
      },
      () => setGone(true),
    );
    feed.start();
    const timer = window.setInterval(() => {
      const age = performance.now() - seenAt.current;
      setStaleFor(age > STALE_MILLIS ? age : null);
    }, 1_000);
    return () => {
      feed.stop();
      window.clearInterval(timer);
    };
  }, [scheduleId]);

  useEffect(() => {
    if (saleOpensAt === null) return;
    const stop = new AbortController();
    const minutes = minutesOf(range, saleOpensAt);
    const next = new Series(STEPS[range], range === "all" ? null : MINUTES[range] * 60_000);
    call("/api/admin/sales/{scheduleId}/history", "get", {
      path: { scheduleId },
      query: { minutes },
      signedIn: true,
      signal: stop.signal,
    })
      .then(({ samples }) => {
        for (const sample of samples) next.add({ ...sample, at: Date.parse(sample.at) });
      })
      .catch(() => undefined) // the charts begin now then
      .finally(() => {
        if (stop.signal.aborted) return;
        series.current = next;
        setPoints([...next.all()]);
      });
    return () => stop.abort();
  }, [scheduleId, range, saleOpensAt]);

  return { figures, staleFor, points, gone };
}

function minutesOf(range: Range, saleOpensAt: string): number {
  if (range !== "all") return MINUTES[range];
  const since = (Date.now() - Date.parse(saleOpensAt)) / 60_000 + 60;
  return Math.min(MINUTES_MAX, Math.max(60, Math.ceil(since)));
}

function pointOf(figures: Figures): Point {
  return {
    at: Date.parse(figures.at),
    waiting: figures.line?.waiting ?? null,
    inside: figures.inside,
    admitted: figures.line?.admitted ?? null,
    held: figures.held,
    sold: figures.sold,
    errors: figures.requests.failed,
    holdMillis: figures.requests.holdMillis,
    payMillis: figures.requests.payMillis,
  };
}
