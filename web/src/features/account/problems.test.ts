import { expect, test } from "vitest";
import { Problem } from "../../api/problem";
import { reason } from "./problems";

const problem = (status: number, code: string, retryAfter: number | null = null) =>
  new Problem(status, code, "", null, [], retryAfter);

test("a code that comes too soon says when the next may be sent", () => {
  expect(reason(problem(429, "user.code_too_soon", 42))).toEqual({
    key: "tooSoon",
    values: { seconds: 42 },
  });
});

test("what is temporary may be tried again, what is unknown has failed", () => {
  expect(reason(problem(503, "platform.unavailable")).key).toBe("busy");
  expect(reason(problem(400, "platform.invalid")).key).toBe("failed");
  expect(reason(new Error("no network")).key).toBe("failed");
});
