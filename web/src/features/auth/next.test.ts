import { expect, it } from "vitest";
import { loginWith, nextFrom } from "./next";

it("goes back to the page that asked", () => {
  expect(nextFrom(new URL(loginWith("/tickets?x=1#y"), "http://a").search)).toBe("/tickets?x=1#y");
});

it.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""])(
  "never to another site: %s",
  (next) => {
    expect(nextFrom(`?next=${encodeURIComponent(next)}`)).toBe("/");
  },
);
