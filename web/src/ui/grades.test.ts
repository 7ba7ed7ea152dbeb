import { expect, it } from "vitest";
import { looksOf } from "./grades";

it("looks go by price, and OP has the fifth", () => {
  const looks = looksOf([
    { grade: "A", price: 80 },
    { grade: "OP", price: 170 },
    { grade: "VIP", price: 170 },
    { grade: "R", price: 140 },
  ]);
  expect(Object.fromEntries(looks)).toEqual({ OP: 5, VIP: 1, R: 2, A: 3 });
});
