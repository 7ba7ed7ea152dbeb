import type { Answer } from "../../api/answers";
import { readJson, writeJson } from "../../lib/storage";

type TicketList = Answer<"/api/admin/check-in/{scheduleId}/list", "get">;
export type ListedTicket = TicketList["tickets"][number];

/** What a scanner carries: its show, its door, and the list as it last loaded it. */
export interface Post {
  scheduleId: string;
  door: string;
  reEntry: boolean;
  loadedAt: string;
  tickets: ListedTicket[];
}

/** A scan that was decided here and that the server has not heard of. */
export interface OfflineScan {
  id: string;
  code: string;
  scannedAt: string;
}

export type Verdict =
  | { kind: "entered" | "reEntered"; ticket: ListedTicket }
  | { kind: "used"; ticket: ListedTicket; door: string; at: string }
  | { kind: "wrongDoor"; ticket: ListedTicket; door: string }
  | { kind: "unknown" };

const POST = "onsale.desk.post";
const SCANS = "onsale.desk.scans";

export const storedPost = () => readJson<Post>(POST);
export const storePost = (post: Post) => writeJson(POST, post);
export const storedScans = () => readJson<OfflineScan[]>(SCANS) ?? [];
export const storeScans = (scans: OfflineScan[]) => writeJson(SCANS, scans);

/** As the server decides, by what the list knows: a code is on it as its hash only. */
export function decide(post: Post, codeHash: string): Verdict {
  const ticket = post.tickets.find((one) => one.codeHash === codeHash);
  if (!ticket) return { kind: "unknown" };
  if (ticket.door != null && ticket.door !== post.door) {
    return { kind: "wrongDoor", ticket, door: ticket.door };
  }
  if (ticket.usedAt != null && ticket.usedDoor != null) {
    return post.reEntry
      ? { kind: "reEntered", ticket }
      : { kind: "used", ticket, door: ticket.usedDoor, at: ticket.usedAt };
  }
  return { kind: "entered", ticket };
}

/** The list after a ticket has entered here. */
export function entered(post: Post, ticket: ListedTicket, at: string): Post {
  return {
    ...post,
    tickets: post.tickets.map((one) =>
      one.number === ticket.number && one.usedAt == null
        ? { ...one, usedAt: at, usedDoor: post.door }
        : one,
    ),
  };
}

export async function hashOf(code: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
