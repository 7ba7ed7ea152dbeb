import type { UseQueryResult } from "@tanstack/react-query";
import type { ListAddress } from "../shell/useListAddress";

const SIZE = 25;

interface Page<Item> {
  items: Item[];
  page: number;
  size: number;
  total: number;
}

/** One page of a short list that came as a whole, with those that fit the search and the filter. */
export function pageOf<Item>(
  found: UseQueryResult<Item[]>,
  address: ListAddress,
  fits: (item: Item) => boolean,
): UseQueryResult<Page<Item>> {
  const all = found.data?.filter(fits);
  const data = all && {
    items: all.slice(address.page * SIZE, (address.page + 1) * SIZE),
    page: address.page,
    size: SIZE,
    total: all.length,
  };
  return { ...found, data } as UseQueryResult<Page<Item>>;
}
