import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "../../api/client";
import { isProblem, type Problem } from "../../api/problem";
import {
  forgetPost,
  storedPost,
  storedScans,
  storedTickets,
  storeList,
  storeScans,
  storeTicket,
} from "./device";
import {
  decide,
  entered,
  hashOf,
  type ListedTicket,
  nextToSend,
  type OfflineScan,
  type Post,
  type Tickets,
} from "./list";

/** What is said at the door. */
export type Said =
  | { kind: "entered" | "reEntered"; seat: string; number: string; isOffline: boolean }
  | { kind: "used"; at: string; door: string; isOffline: boolean }
  | { kind: "wrongDoor"; door: string; isOffline: boolean }
  | { kind: "void" | "otherShow" | "unknown" | "notAllowed"; isOffline: boolean };

export type Place = Pick<Post, "scheduleId" | "eventId" | "show" | "door">;

const SYNC_AT_ONCE = 200;

/** Loads all pages of the list. */
async function loadList(
  place: Place,
  onProgress: (count: number) => void,
): Promise<{ post: Post; tickets: Tickets }> {
  const loadedAt = new Date().toISOString();
  const tickets: Tickets = new Map();
  let after: string | undefined;
  for (;;) {
    const page = await call("/api/admin/check-in/{scheduleId}/list", "get", {
      path: { scheduleId: place.scheduleId },
      query: after === undefined ? {} : { after },
      signedIn: true,
    });
    page.tickets.forEach((ticket) => tickets.set(ticket.codeHash, ticket));
    onProgress(tickets.size);
    if (page.next == null) return { post: { ...place, reEntry: page.reEntry, loadedAt }, tickets };
    after = page.next;
  }
}

/** A door: asks the server where it can, its list where it cannot, and tells the server later. */
export function useDesk() {
  const [post, setPost] = useState<Post | null>(storedPost);
  const tickets = useRef<Tickets>(new Map());
  const [count, setCount] = useState(0);
  const [scans, setScans] = useState(storedScans);
  const [loading, setLoading] = useState<number | null>(null);
  const [syncRound, setSyncRound] = useState(0);

  useEffect(() => {
    if (storedPost() === null) return;
    void storedTickets().then((kept) => {
      if (tickets.current.size > 0) return; // loaded anew meanwhile
      tickets.current = kept;
      setCount(kept.size);
    });
  }, []);

  const load = useCallback(async (place: Place) => {
    setLoading(0);
    try {
      const loaded = await loadList(place, setLoading);
      // Who entered here and is not sent yet stays entered.
      for (const scan of storedScans()) {
        const hash = await hashOf(scan.code);
        const ticket = loaded.tickets.get(hash);
        if (ticket) loaded.tickets.set(hash, entered(ticket, scan.door, scan.scannedAt));
      }
      tickets.current = loaded.tickets;
      setCount(loaded.tickets.size);
      await storeList(loaded.post, loaded.tickets);
      setPost(loaded.post);
    } finally {
      setLoading(null);
    }
  }, []);

  async function mark(ticket: ListedTicket, door: string, at: string): Promise<void> {
    const used = entered(ticket, door, at);
    tickets.current.set(used.codeHash, used);
    await storeTicket(used).catch(() => undefined); // the list in memory knows it
  }

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
      const ticket = tickets.current.get(await hashOf(code));
      if (ticket) await mark(ticket, door, answer.at);
      return {
        kind: answer.result === "RE_ENTERED" ? "reEntered" : "entered",
        seat: answer.seatNumber,
        number: answer.number,
        isOffline: false,
      };
    } catch (error) {
      if (!isProblem(error)) throw error;
      return error.isOffline || error.isTemporary
        ? checkOffline(post, { id, code, scheduleId, door, scannedAt: new Date().toISOString() })
        : refused(error);
    }
  }

  async function checkOffline(current: Post, scan: OfflineScan): Promise<Said> {
    const verdict = decide(current, tickets.current, await hashOf(scan.code));
    switch (verdict.kind) {
      case "entered":
      case "reEntered": {
        const all = [...storedScans(), scan];
        storeScans(all); // before anybody walks in
        setScans(all);
        await mark(verdict.ticket, scan.door, scan.scannedAt);
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
    for (;;) {
      const part = nextToSend(storedScans(), SYNC_AT_ONCE);
      const [first] = part;
      if (!first) return;
      await call("/api/admin/check-in/{scheduleId}/sync", "post", {
        path: { scheduleId: first.scheduleId },
        body: {
          door: first.door,
          scans: part.map(({ id, code, scannedAt }) => ({ id, code, scannedAt })),
        },
        signedIn: true,
      });
      const sent = new Set(part.map(({ id }) => id));
      const rest = storedScans().filter(({ id }) => !sent.has(id));
      storeScans(rest);
      setScans(rest);
      setSyncRound((round) => round + 1);
    }
  }, []);

  useEffect(() => {
    const again = () => void sync().catch(() => undefined); // the button is there as well
    if (navigator.onLine) again();
    window.addEventListener("online", again);
    return () => window.removeEventListener("online", again);
  }, [sync]);

  const leave = useCallback(() => {
    forgetPost();
    setPost(null);
  }, []);
  return { post, count, scans, loading, load, check, sync, syncRound, leave };
}

function refused(problem: Problem): Said {
  switch (problem.code) {
    case "reservation.ticket_used":
      return {
        kind: "used",
        at: String(problem.extra["usedAt"]),
        door: String(problem.extra["door"]),
        isOffline: false,
      };
    case "reservation.wrong_door":
      return { kind: "wrongDoor", door: String(problem.extra["door"]), isOffline: false };
    case "reservation.ticket_void":
      return { kind: "void", isOffline: false };
    case "reservation.other_show":
      return { kind: "otherShow", isOffline: false };
    default:
      return {
        kind: problem.status === 401 || problem.status === 403 ? "notAllowed" : "unknown",
        isOffline: false,
      };
  }
}
