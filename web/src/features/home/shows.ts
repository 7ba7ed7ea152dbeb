import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Answer } from "../../api/answers";
import { call } from "../../api/client";
import { isoDay, partsOf } from "../../lib/format";
import { serverNow } from "../../lib/clock";
import { readJson, writeJson } from "../../lib/storage";

export type Show = Answer<"/api/events", "get">["items"][number];

export type Facets = Answer<"/api/events/facets", "get">;

export type Sale = "any" | "onSale" | "opening";
export type Month = "any" | "this" | "next";

export interface Wish {
  query: string;
  sale: Sale;
  city: string;
  month: Month;
}

export const anything: Wish = { query: "", sale: "any", city: "", month: "any" };

const PAGE_SIZE = 100;
const LAST_LIST = "onsale.shows";

interface LastList {
  at: number;
  items: Show[];
}

interface Found {
  items: Show[];
  /** Whether nothing has what was typed, and these are what was probably meant. */
  similar: boolean;
}

const sales = { any: undefined, onSale: "ON_SALE", opening: "OPENING" } as const;

/** Shows that fit the wish; the list of all is kept on the device for when the network is away. */
export function useShows(wish: Wish) {
  return useQuery({
    queryKey: ["shows", wish.query, wish.city, wish.month, wish.sale],
    queryFn: async ({ signal }): Promise<Found> => {
      const page = await call("/api/events", "get", {
        query: {
          query: wish.query,
          city: wish.city,
          size: PAGE_SIZE,
          ...saleFilter(wish.sale),
          ...days(wish.month),
        },
        signal,
      });
      if (isAll(wish)) {
        writeJson(LAST_LIST, { at: serverNow(), items: page.items } satisfies LastList);
      }
      return { items: page.items, similar: page.similar };
    },
    placeholderData: keepPreviousData,
  });
}

/** How many shows each filter would leave. */
export function useFacets(wish: Wish) {
  return useQuery({
    queryKey: ["facets", wish.query, wish.city, wish.month, wish.sale],
    queryFn: ({ signal }) =>
      call("/api/events/facets", "get", {
        query: {
          query: wish.query,
          city: wish.city,
          ...saleFilter(wish.sale),
          ...days(wish.month),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

function saleFilter(sale: Sale): { sale?: "ON_SALE" | "OPENING" } {
  const wanted = sales[sale];
  return wanted === undefined ? {} : { sale: wanted };
}

function isAll(wish: Wish): boolean {
  return wish.query === "" && wish.city === "" && wish.month === "any" && wish.sale === "any";
}

export function lastList(): LastList | null {
  return readJson<LastList>(LAST_LIST);
}

function days(month: Month): { from?: string; to?: string } {
  if (month === "any") {
    return {};
  }
  const now = serverNow();
  const { year, month: current } = partsOf(now);
  const first = (add: number) => new Date(Date.UTC(year, current - 1 + add, 1));
  const last = (add: number) => new Date(Date.UTC(year, current + add, 0));
  const plain = (date: Date) => date.toISOString().slice(0, 10);
  return month === "this"
    ? { from: isoDay(now), to: plain(last(0)) }
    : { from: plain(first(1)), to: plain(last(1)) };
}

/** Whether the sale is as wished, at this moment of the server's clock. */
export function fits(show: Show, sale: Sale, now: number): boolean {
  switch (sale) {
    case "any":
      return true;
    case "onSale":
      return saleOf(show, now) === "onSale";
    case "opening":
      return opensLater(show, now);
  }
}

export function opensLater(show: Show, now: number): boolean {
  return show.status === "OPEN" && show.saleOpensAt != null && Date.parse(show.saleOpensAt) > now;
}

export type SaleState = "cancelled" | "ended" | "onSale" | "soldOut" | "opening" | "none";

/** A sale that has opened since the list was made is open; nobody needs to ask the server for that. */
export function saleOf(show: Show, now: number): SaleState {
  if (show.status === "CANCELLED") {
    return "cancelled";
  }
  if (show.status === "ENDED") {
    return "ended";
  }
  const opened = show.saleOpensAt != null && Date.parse(show.saleOpensAt) <= now;
  if (opened || (show.onSale && !show.soldOut)) {
    return "onSale";
  }
  if (opensLater(show, now)) {
    return "opening";
  }
  return show.soldOut ? "soldOut" : "none";
}

/** What can still be seen first, else in the order of the list; a sale that opens moves nothing. */
export function currentFirst(shows: readonly Show[], now: number): Show[] {
  const isPast = (show: Show) => ["ended", "cancelled", "none"].includes(saleOf(show, now));
  return [...shows].sort((a, b) => Number(isPast(a)) - Number(isPast(b)));
}

/** What opens next, soonest first. */
export function openings(shows: readonly Show[], now: number): Show[] {
  return shows
    .filter((show) => opensLater(show, now))
    .sort((a, b) => Date.parse(a.saleOpensAt ?? "") - Date.parse(b.saleOpensAt ?? ""));
}
