import { expect, test } from "vitest";
import { changesOf } from "./changes";

test("only what differs is told", () => {
  expect(changesOf('{"paused":false,"maxActive":100}', '{"paused":true,"maxActive":100}')).toEqual([
    { key: "paused", from: "false", to: "true" },
  ]);
});

test("a text that was not there before has a dash", () => {
  expect(changesOf('{"noticeKo":null}', '{"noticeKo":"잠시만요"}')).toEqual([
    { key: "noticeKo", from: "–", to: "잠시만요" },
  ]);
});

test("what cannot be read is no change", () => {
  expect(changesOf(null, undefined)).toEqual([]);
  expect(changesOf("no json", "{}")).toEqual([]);
});
