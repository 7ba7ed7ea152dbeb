import { expect, it } from "vitest";
import { calendarFile } from "./calendar";

const entry = {
  uid: "r1",
  title: "종이배의 노래, 아주 긴 제목이 있는 공연으로 한 줄에 들어가지 않아요",
  startsAt: Date.parse("2026-12-07T10:30:00Z"),
  minutes: 150,
  where: "달무리극장; 서울",
  notes: "1층 B구역\n11열",
  url: "https://onsale.example/tickets/r1",
  remindMinutesBefore: 120,
};

it("a calendar file has times in UTC and escapes what has a meaning", () => {
  const file = calendarFile(entry, Date.parse("2026-11-18T00:00:00Z"));
  expect(file).toContain("DTSTART:20261207T103000Z\r\n");
  expect(file).toContain("DTEND:20261207T130000Z\r\n");
  expect(file).toContain("LOCATION:달무리극장\\; 서울\r\n");
  expect(file).toContain("DESCRIPTION:1층 B구역\\n11열\r\n");
});

it("no line is longer than 75 bytes, and unfolded it is the same again", () => {
  const file = calendarFile(entry, 0);
  for (const line of file.split("\r\n")) {
    expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
  }
  expect(file.replaceAll("\r\n ", "")).toContain(`SUMMARY:${entry.title.replace(",", "\\,")}`);
});
