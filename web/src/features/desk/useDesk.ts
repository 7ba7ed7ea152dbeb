import { useCallback, useEffect, useState } from "react";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import {
  decide,
  entered,
  hashOf,
  type ListedTicket,
  type Post,
  storedPost,
  storedScans,
  storePost,
  storeScans,
} from "./list";

export type Said =
  | { kind: "entered" | "reEntered"; seat: string; number: string; isOffline: boolean }
  | { kind: "used"; at: string; door: string; isOffline: boolean }
  | { kind: "wrongDoor"; door: string; isOffline: boolean }
  | { kind: "void" | "otherShow" | "unknown"; isOffline: boolean };

const SYNC_AT_ONCE = 200;

/** Loads all pages of the list. */
async function loadPost(
  scheduleId: string,
  door: string,
  onProgress: (count: number) => void,
): Promise<Post> {
  const loadedAt = new Date().toISOString();
  const tickets: ListedTicket[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await call("/api/admin/check-in/{scheduleId}/list", "get", {
      path: { scheduleId },
      query: after === undefined ? {} : { after },
      signedIn: true,
    });
    tickets.push(...page.tickets);
    onProgress(tickets.length);
    if (page.next == null) return { scheduleId, door, reEntry: page.reEntry, loadedAt, tickets };
    after = page.next;
  }
}

/** A door: asks the server where it can, its list where it cannot, and tells the server later. */
export function useDesk() {
  const [post, setPost] = useState<Post | null>(storedPost);
  const [scans, setScans] = useState(storedScans);
  const [loading, setLoading] = useState<number | null>(null);
  const [syncRound, setSyncRound] = useState(0);

  const keep = useCallback((next: Post) => {
    storePost(next);
    setPost(next);
  }, []);

  const load = useCallback(
    async (scheduleId: string, door: string) => {
      setLoading(0);
      try {
        keep(await loadPost(scheduleId, door, setLoading));
      } finally {
        setLoading(null);
      }
    },
    [keep],
  );

  async function check(code: string): Promise<Said> {
    if (!post) throw new Error("no list");
    const { scheduleId, door } = post;
    // The same scan online and, if no answer comes, offline: the server knows it by its id.
    const id = crypto.randomUUID();
    try {
      const answer = await call("/api/admin/check-in", "post", {
        body: { id, scheduleId, code, door },
        signedIn: true,
      });
      const ticket = post.tickets.find((one) => one.number === answer.number);
      if (ticket) keep(entered(post, ticket, answer.at));
      return {
        kind: answer.result === "RE_ENTERED" ? "reEntered" : "entered",
        seat: answer.seatNumber,
        number: answer.number,
        isOffline: false,
      };
    } catch (error) {
      if (!isProblem(error)) throw error;
      if (error.isOffline || error.isTemporary) return checkOffline(post, id, code);
      switch (error.code) {
        case "reservation.ticket_used":
          return {
            kind: "used",
            at: String(error.extra["usedAt"]),
            door: String(error.extra["door"]),
            isOffline: false,
          };
        case "reservation.wrong_door":
          return { kind: "wrongDoor", door: String(error.extra["door"]), isOffline: false };
        case "reservation.ticket_void":
          return { kind: "void", isOffline: false };
        case "reservation.other_show":
          return { kind: "otherShow", isOffline: false };
        default:
          return { kind: "unknown", isOffline: false };
      }
    }
  }

  async function checkOffline(current: Post, id: string, code: string): Promise<Said> {
    const verdict = decide(current, await hashOf(code));
    switch (verdict.kind) {
      case "entered":
      case "reEntered": {
        const scan = { id, code, scannedAt: new Date().toISOString() };
        const all = [...storedScans(), scan];
        storeScans(all); // before anybody walks in
        setScans(all);
        keep(entered(current, verdict.ticket, scan.scannedAt));
        return {
          kind: verdict.kind,
          seat: verdict.ticket.seatNumber,
          number: verdict.ticket.number,
          isOffline: true,
        };
      }
      case "used":
        return { kind: "used", at: verdict.at, door: verdict.door, isOffline: true };
      case "wrongDoor":
        return { kind: "wrongDoor", door: verdict.door, isOffline: true };
      case "unknown":
        return { kind: "unknown", isOffline: true };
    }
  }

  /** Sends what was decided here; what the server has taken is forgotten here. */
  const sync = useCallback(async () => {
    if (!post) return;
    for (let waiting = storedScans(); waiting.length > 0; waiting = storedScans()) {
      const part = waiting.slice(0, SYNC_AT_ONCE);
      await call("/api/admin/check-in/{scheduleId}/sync", "post", {
        path: { scheduleId: post.scheduleId },
        body: { door: post.door, scans: part },
        signedIn: true,
      });
      const sent = new Set(part.map(({ id }) => id));
      const rest = storedScans().filter(({ id }) => !sent.has(id));
      storeScans(rest);
      setScans(rest);
      setSyncRound((round) => round + 1);
    }
  }, [post]);

  useEffect(() => {
    const again = () => void sync().catch(() => undefined); // the button is there as well
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [sync]);

  return { post, scans, loading, load, check, sync, syncRound, leave: () => setPost(null) };
}
