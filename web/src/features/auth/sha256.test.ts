import { expect, it } from "vitest";
import { sha256, zeroBits } from "./sha256";

const hex = (bytes: Iterable<number>, digits: number) =>
  [...bytes].map((part) => part.toString(16).padStart(digits, "0")).join("");

it("is the same as the browser's own", async () => {
  for (const length of [0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 200]) {
    const text = "Az09-_.".repeat(30).slice(0, length);
    const own = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    expect(hex(sha256(text), 8)).toBe(hex(new Uint8Array(own), 2));
  }
});

it("counts the zero bits it starts with", () => {
  expect(zeroBits(Uint32Array.of(0xffffffff, 0))).toBe(0);
  expect(zeroBits(Uint32Array.of(0x00010000, 0))).toBe(15);
  expect(zeroBits(Uint32Array.of(0, 0x40000000))).toBe(33);
});
