import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { call } from "../../api/client";
import { isProblem, type Problem } from "../../api/problem";
import { write } from "../../lib/storage";
import { entryToken } from "./entry";
import { ordinalOf, seatId } from "./engine/plan";
import type { Selection } from "./selection";
import { text } from "./text";
import type { LiveHall } from "./useHall";

export const heldKey = (scheduleId: string) => `onsale.hold.${scheduleId}`;

/** Holds what is chosen. The same choice is the same request, however often it is sent. */
export function useHold(scheduleId: string, live: LiveHall, queued: boolean) {
  const [, navigate] = useLocation();
  const [isHolding, setHolding] = useState(false);
  const [problem, setProblem] = useState<{ words: string; entryOver: boolean } | null>(null);
  const request = useRef<{ wish: string; key: string } | null>(null);

  async function hold(selection: Selection, isInstead = false): Promise<boolean> {
    if (isHolding) return false;
    const { plan } = live.hall;
    const seatIds = selection.seats.map((seat) => seatId(plan, seat));
    const zones = [...selection.zones].map(([zone, count]) => ({
      zone: plan.zones[zone]!.name,
      count,
    }));
    const wish = JSON.stringify([[...seatIds].sort(), zones]);
    if (request.current?.wish !== wish) request.current = { wish, key: crypto.randomUUID() };
    const headers: Record<string, string> = { "Idempotency-Key": request.current.key };
    const token = queued ? entryToken(scheduleId) : null;
    if (token !== null) headers["X-Queue-Token"] = token;
    setHolding(true);
    setProblem(null);
    try {
      const held = await call("/api/reservations/hold", "post", {
        body: { scheduleId, seatIds, zones },
        headers,
        signedIn: true,
      });
      write(heldKey(scheduleId), held.reservationId);
      navigate(`/checkout/${held.reservationId}${isInstead ? "?instead=1" : ""}`);
      return true;
    } catch (error) {
      if (isProblem(error) && error.status === 401) {
        navigate(`/login?next=${encodeURIComponent(`/seats/${scheduleId}`)}`);
        return false;
      }
      // A request that was refused is over; one without an answer is sent again as it was.
      if (!isProblem(error) || !error.isTemporary) request.current = null;
      if (isProblem(error, "reservation.seats_taken")) {
        const taken = takenOf(error).map((id) => ordinalOf(plan, id));
        live.markTaken(taken.filter((seat) => seat >= 0));
      }
      setProblem(wordsOf(error));
      return false;
    } finally {
      setHolding(false);
    }
  }

  return { hold, isHolding, problem, setProblem };
}

function takenOf(problem: Problem): string[] {
  const ids = problem.extra["seatIds"];
  return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === "string") : [];
}

function wordsOf(error: unknown): { words: string; entryOver: boolean } {
  const entryOver =
    isProblem(error, "reservation.entry_used") || isProblem(error, "reservation.entry_needed");
  if (!isProblem(error)) return { words: text("problemOther"), entryOver };
  const known: Record<string, () => string> = {
    "reservation.seats_taken": () => text("problemTaken"),
    "reservation.zone_full": () => text("problemZoneFull"),
    "reservation.over_limit": () => text("problemOverLimit"),
    "reservation.not_on_sale": () => text("problemNotOnSale"),
    "reservation.entry_used": () => text("problemEntryUsed"),
    "reservation.entry_needed": () => text("entryOver"),
    "reservation.not_now": () => text("problemNotNow"),
  };
  const words = known[error.code]?.();
  if (words) return { words, entryOver };
  if (error.isOffline) return { words: text("problemOffline"), entryOver };
  return { words: text(error.isTemporary ? "problemBusy" : "problemOther"), entryOver };
}
