import { expect, it } from "vitest";
import { moved } from "./useSuggestions";

it("arrow keys go through the suggestions and the input in a circle", () => {
  expect([-1, 0, 1].map((chosen) => moved(chosen, "ArrowDown", 2))).toEqual([0, 1, -1]);
  expect([-1, 0, 1].map((chosen) => moved(chosen, "ArrowUp", 2))).toEqual([1, -1, 0]);
  expect(moved(-1, "ArrowDown", 0)).toBe(-1);
});
