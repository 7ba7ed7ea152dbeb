import { readJson, remove, writeJson } from "../../lib/storage";
import type { ListedTicket, OfflineScan, Post, Tickets } from "./list";

/**
 * What a scanner keeps, so that it works on after a reload without a network. A list of 50,000 tickets
 * is too large for `localStorage`, and there one scan would write all of it again.
 */
const POST = "onsale.desk.post";
const SCANS = "onsale.desk.scans";
const DATABASE = "onsale.desk";
const TICKETS = "tickets";

export const storedPost = () => readJson<Post>(POST);
export const storedScans = () => readJson<OfflineScan[]>(SCANS) ?? [];
export const storeScans = (scans: OfflineScan[]) => writeJson(SCANS, scans);

/** Replaces the list; the post is written last, so a list that is not whole is never used. */
export async function storeList(post: Post, tickets: Tickets): Promise<void> {
  remove(POST);
  await write((store) => {
    store.clear();
    tickets.forEach((ticket) => store.put(ticket));
  });
  writeJson(POST, post);
}

export async function storeTicket(ticket: ListedTicket): Promise<void> {
  await write((store) => store.put(ticket));
}

export async function storedTickets(): Promise<Tickets> {
  const database = await open();
  try {
    const all = await done<ListedTicket[]>(
      database.transaction(TICKETS).objectStore(TICKETS).getAll(),
    );
    return new Map(all.map((ticket) => [ticket.codeHash, ticket]));
  } finally {
    database.close();
  }
}

export function forgetPost(): void {
  remove(POST);
}

async function write(change: (store: IDBObjectStore) => void): Promise<void> {
  const database = await open();
  try {
    const transaction = database.transaction(TICKETS, "readwrite");
    change(transaction.objectStore(TICKETS));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => reject(transaction.error ?? new Error("not written"));
      transaction.onabort = transaction.onerror;
    });
  } finally {
    database.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore(TICKETS, { keyPath: "codeHash" satisfies keyof ListedTicket });
  return done(request);
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("no answer"));
  });
}
