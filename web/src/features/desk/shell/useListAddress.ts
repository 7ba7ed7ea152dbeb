import { useLocation, useSearch } from "wouter";

/** Search, filter and page of a list. They stand in the address, so going back finds them again. */
export interface ListAddress {
  query: string;
  filter: string;
  page: number;
  set: (next: Partial<{ query: string; filter: string; page: number }>) => void;
}

export function useListAddress(): ListAddress {
  const [location, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const page = Number(search.get("page") ?? "1");
  const now = {
    query: search.get("q") ?? "",
    filter: search.get("show") ?? "",
    page: Number.isInteger(page) && page > 0 ? page - 1 : 0,
  };
  return {
    ...now,
    set: (next) => {
      // another search starts at its first page
      const { query, filter, page } = { ...now, page: 0, ...next };
      const wanted = new URLSearchParams();
      if (query !== "") wanted.set("q", query);
      if (filter !== "") wanted.set("show", filter);
      if (page > 0) wanted.set("page", String(page + 1));
      const rest = wanted.toString();
      navigate(rest === "" ? location : `${location}?${rest}`);
    },
  };
}
