import { describe, expect, it } from "vitest";
import { decide, entered, hashOf, nextToSend, type ListedTicket, type OfflineScan } from "./list";

const ticket: ListedTicket = {
  codeHash: "aa",
  number: "B-1",
  seatNumber: "1F A 1 1",
  grade: "R",
  door: null,
  usedDoor: null,
  usedAt: null,
};
const post = { door: "A", reEntry: false };
const listOf = (one: ListedTicket) => new Map([[one.codeHash, one]]);

describe("a scanner without a connection", () => {
  it("lets a ticket in once", () => {
    expect(decide(post, listOf(ticket), "aa").kind).toBe("entered");
    const later = listOf(entered(ticket, "A", "2026-01-01T10:02:00Z"));
    expect(decide(post, later, "aa")).toMatchObject({
      kind: "used",
      door: "A",
      at: "2026-01-01T10:02:00Z",
    });
  });

  it("lets it in again where the event allows to come back", () => {
    const later = listOf(entered(ticket, "A", "2026-01-01T10:02:00Z"));
    expect(decide({ ...post, reEntry: true }, later, "aa").kind).toBe("reEntered");
  });

  it("sends a ticket to its own door, and refuses what is not on the list", () => {
    const assigned = listOf({ ...ticket, door: "B" });
    expect(decide(post, assigned, "aa")).toMatchObject({ kind: "wrongDoor", door: "B" });
    expect(decide(post, listOf(ticket), "bb").kind).toBe("unknown");
  });

  it("of fifty doors one lets a ticket in that is assigned to it; all of them do otherwise", () => {
    const doors = Array.from({ length: 50 }, (_, i) => ({ door: `${i}`, reEntry: false }));
    const letIn = (one: ListedTicket) =>
      doors.filter((door) => decide(door, listOf(one), "aa").kind === "entered").length;

    expect(letIn({ ...ticket, door: "7" })).toBe(1);
    expect(letIn(ticket)).toBe(50); // the sync lists them
  });

  it("knows codes by the hash that the server lists", async () => {
    expect(await hashOf("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });

  it("sends what was scanned at one door under the name of that door", () => {
    const scan = (id: string, door: string): OfflineScan => ({
      id,
      code: "c",
      scannedAt: "2026-01-01T10:02:00Z",
      scheduleId: "s",
      door,
    });
    const all = [scan("1", "A"), scan("2", "B"), scan("3", "A"), scan("4", "A")];

    expect(nextToSend(all, 2).map(({ id }) => id)).toEqual(["1", "3"]);
    expect(nextToSend(all.slice(1), 2).map(({ id }) => id)).toEqual(["2"]);
    expect(nextToSend([], 2)).toEqual([]);
  });
});
