import { expect, test } from "vitest";
import { backFrom, providerFrom } from "./social";

test("a code counts only with its state", () => {
  expect(backFrom("?code=c&state=s", null)).toEqual({ kind: "code", code: "c", state: "s" });
  expect(backFrom("?code=c", null)).toEqual({ kind: "cancelled" });
  expect(backFrom("?error=access_denied&state=s", null)).toEqual({ kind: "cancelled" });
});

test("an identity check counts only if this browser was sent to it, and it succeeded", () => {
  const search = "?identityVerificationId=mine";
  expect(backFrom(search, "mine")).toEqual({ kind: "identity", id: "mine" });
  expect(backFrom(search, "another")).toEqual({ kind: "cancelled" });
  expect(backFrom(`${search}&code=FAILED`, "mine")).toEqual({ kind: "cancelled" });
});

test("only providers that exist have a page", () => {
  expect(providerFrom("kakao")).toBe("KAKAO");
  expect(providerFrom("KAKAO")).toBeUndefined();
  expect(providerFrom("evil")).toBeUndefined();
});
