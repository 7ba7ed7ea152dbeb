import type { Answer } from "../../api/answers";

type TicketList = Answer<"/api/admin/check-in/{scheduleId}/list", "get">;
export type ListedTicket = TicketList["tickets"][number];

/** A scanner's show and door, and when its list was loaded. */
export interface Post {
  scheduleId: string;
  eventId: string;
  /** What the show is called and when it begins, for whoever stands there. */
  show: string;
  door: string;
  reEntry: boolean;
  loadedAt: string;
}

/** The list of a show by the hashes of the codes: the codes themselves are on the tickets alone. */
export type Tickets = Map<string, ListedTicket>;

/** A scan that was decided here and that the server has not heard of, with where it was made. */
export interface OfflineScan {
  id: string;
  code: string;
  scannedAt: string;
  scheduleId: string;
  door: string;
}

export type Verdict =
  | { kind: "entered" | "reEntered"; ticket: ListedTicket }
  | { kind: "used"; ticket: ListedTicket; door: string; at: string }
  | { kind: "wrongDoor"; ticket: ListedTicket; door: string }
  | { kind: "unknown" };

/** As the server decides, by what the list knows. */
export function decide(
  post: Pick<Post, "door" | "reEntry">,
  tickets: Tickets,
  codeHash: string,
): Verdict {
  const ticket = tickets.get(codeHash);
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

/** The ticket after it has entered; the first time and door stay. */
export function entered(ticket: ListedTicket, door: string, at: string): ListedTicket {
  return ticket.usedAt == null ? { ...ticket, usedAt: at, usedDoor: door } : ticket;
}

/** The scans of one show and door, which are sent together. */
export function nextToSend(scans: OfflineScan[], max: number): OfflineScan[] {
  const first = scans[0];
  return first === undefined
    ? []
    : scans
        .filter((one) => one.scheduleId === first.scheduleId && one.door === first.door)
        .slice(0, max);
}

export async function hashOf(code: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(code));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
