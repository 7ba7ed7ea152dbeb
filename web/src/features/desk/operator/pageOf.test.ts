import type { UseQueryResult } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { pageOf } from "./pageOf";

const all = Array.from({ length: 60 }, (_, i) => i);
const found = { data: all } as unknown as UseQueryResult<number[]>;
const address = { query: "", filter: "", page: 1, set: () => undefined };

test("a page has those that fit, and knows how many there are in all", () => {
  const { data } = pageOf(found, address, (n) => n % 2 === 0);

  expect(data?.items).toEqual([50, 52, 54, 56, 58]);
  expect(data?.total).toBe(30);
});

test("nothing is a page of nothing until something came", () => {
  expect(pageOf({ data: undefined } as UseQueryResult<number[]>, address, () => true).data).toBe(
    undefined,
  );
});
