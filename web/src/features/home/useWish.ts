import { useCallback } from "react";
import { useSearch } from "wouter";
import type { Month, Sale, Wish } from "./shows";

/** What the fan looks for stands in the address, so back, reload and a shared link keep it. */
export function useWish(): [Wish, (change: Partial<Wish>) => void] {
  const search = useSearch();
  const wish = read(search);
  const change = useCallback((next: Partial<Wish>) => {
    const merged = { ...read(window.location.search.slice(1)), ...next };
    const params = new URLSearchParams();
    for (const [key, value] of Object.entries(merged)) {
      if (value !== "" && value !== "any") {
        params.set(key, value);
      }
    }
    const rest = params.toString();
    window.history.replaceState(
      null,
      "",
      window.location.pathname + (rest === "" ? "" : `?${rest}`),
    );
  }, []);
  return [wish, change];
}

function read(search: string): Wish {
  const params = new URLSearchParams(search);
  const sale = params.get("sale");
  const month = params.get("month");
  return {
    query: params.get("query") ?? "",
    sale: sale === "onSale" || sale === "opening" ? (sale satisfies Sale) : "any",
    city: params.get("city") ?? "",
    month: month === "this" || month === "next" ? (month satisfies Month) : "any",
  };
}
