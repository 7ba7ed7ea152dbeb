import { describe, expect, it } from "vitest";
import { decide, entered, hashOf, type Post } from "./list";

const ticket = {
  codeHash: "aa",
  number: "B-1",
  seatNumber: "1F A 1 1",
  grade: "R",
  door: null,
  usedDoor: null,
  usedAt: null,
};
const post: Post = {
  scheduleId: "s",
  door: "A",
  reEntry: false,
  loadedAt: "2026-01-01T10:00:00Z",
  tickets: [ticket],
};

describe("a scanner without a connection", () => {
  it("lets a ticket in once", () => {
    expect(decide(post, "aa").kind).toBe("entered");
    const later = entered(post, ticket, "2026-01-01T10:02:00Z");
    expect(decide(later, "aa")).toMatchObject({
      kind: "used",
      door: "A",
      at: "2026-01-01T10:02:00Z",
    });
  });

  it("lets it in again where the event allows to come back", () => {
    const later = entered({ ...post, reEntry: true }, ticket, "2026-01-01T10:02:00Z");
    expect(decide(later, "aa").kind).toBe("reEntered");
  });

  it("sends a ticket to its own door, and refuses what is not on the list", () => {
    const assigned = { ...post, tickets: [{ ...ticket, door: "B" }] };
    expect(decide(assigned, "aa")).toMatchObject({ kind: "wrongDoor", door: "B" });
    expect(decide(post, "bb").kind).toBe("unknown");
  });

  it("knows codes by the hash that the server lists", async () => {
    expect(await hashOf("abc")).toBe(
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    );
  });
});
