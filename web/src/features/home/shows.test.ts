import { describe, expect, it } from "vitest";
import { currentFirst, openings, saleOf, type Show } from "./shows";

const at = (iso: string) => Date.parse(iso);
const show = (title: string, more: Partial<Show> = {}): Show => ({
  id: title,
  title,
  artist: "",
  venueId: "v",
  venue: "",
  city: "",
  startsOn: "2026-12-01",
  endsOn: "2026-12-01",
  status: "OPEN",
  posterUrl: "",
  priceFrom: 1000,
  onSale: false,
  soldOut: false,
  ...more,
});

describe("the state of a sale", () => {
  const opening = show("a", { saleOpensAt: "2026-11-18T11:00:00Z" });

  it("opens by the server's clock without asking again", () => {
    expect(saleOf(opening, at("2026-11-18T10:59:59Z"))).toBe("opening");
    expect(saleOf(opening, at("2026-11-18T11:00:00Z"))).toBe("onSale");
  });

  it("is sold out only if nothing opens later", () => {
    const now = at("2026-11-18T10:00:00Z");
    expect(saleOf(show("b", { onSale: true, soldOut: true }), now)).toBe("soldOut");
    expect(saleOf({ ...opening, onSale: true, soldOut: true }, now)).toBe("opening");
  });
});

it("openings are sorted by time, those that are over left out", () => {
  const shows = [
    show("late", { saleOpensAt: "2026-11-20T00:00:00Z" }),
    show("over", { saleOpensAt: "2026-11-17T00:00:00Z" }),
    show("soon", { saleOpensAt: "2026-11-18T00:00:00Z" }),
  ];
  expect(openings(shows, at("2026-11-17T12:00:00Z")).map((one) => one.id)).toEqual([
    "soon",
    "late",
  ]);
});

it("shows that are over come last, and the rest keeps its order", () => {
  const shows = [
    show("over", { status: "ENDED" }),
    show("soon", { saleOpensAt: "2026-11-18T00:00:00Z" }),
    show("now", { onSale: true }),
  ];
  const order = currentFirst(shows, at("2026-11-17T12:00:00Z")).map((one) => one.id);
  expect(order).toEqual(["soon", "now", "over"]);
});
