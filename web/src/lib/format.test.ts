import { beforeAll, describe, expect, it } from "vitest";
import { setLocale } from "../i18n/locale";
import * as f from "./format";

const now = Date.parse("2025-11-16T10:50:18Z");
const show = "2025-12-07T10:30:00Z";

beforeAll(() => {
  globalThis.document = { documentElement: { lang: "" } } as unknown as Document;
});

describe("in Korean", () => {
  beforeAll(() => setLocale("ko"));

  it("money, times and days", () => {
    expect(f.money(280000)).toBe("280,000원");
    expect(f.showTime(show, now)).toBe("12월 7일 (일) 19:30");
    expect(f.showTime("2026-02-14T05:00:00Z", now)).toBe("2026년 2월 14일 (토) 14:00");
    expect(f.dayRange("2025-11-17", "2026-02-14")).toBe("2025.11.17 (월) – 2026.2.14 (토)");
    expect(f.shortRange("2025-11-17", "2026-02-14")).toBe("2025.11.17 – 2026.2.14");
    expect(f.clock(now)).toBe("19:50:18");
  });

  it("seats, and places without a row", () => {
    expect(f.seat("1층 B 11 18", "R")).toBe("1층 B구역 11열 18번 (R석)");
    expect(f.seat("1층 B구역 11 18")).toBe("1층 B구역 11열 18번");
    expect(f.seat("스탠딩 23", "ST")).toBe("스탠딩 23 (ST석)");
  });

  it("countdowns", () => {
    expect(f.countdown(((3 * 24 + 4) * 3600 + 5) * 1000)).toBe("3일 4시간");
    expect(f.countdown((3600 + 4 * 60 + 12) * 1000)).toBe("1:04:12");
    expect(f.countdown((14 * 60 + 42) * 1000)).toBe("14:42");
    expect(f.countdown(47_001)).toBe("0:48");
    expect(f.countdown(-5)).toBe("0:00");
  });

  it("seats of one row together, others by themselves", () => {
    const all = ["1층 B 11 18", "1층 B 11 19", "2층 A 1 3"].map((seatNumber) => ({
      seatNumber,
      grade: "R",
    }));
    expect(f.seats(all)).toBe("1층 B구역 11열 18·19번 (R석), 2층 A구역 1열 3번 (R석)");
    expect(f.seats([{ seatNumber: "스탠딩 12", grade: "ST" }])).toBe("스탠딩 12 (ST석)");
  });

  it("the Korean half of a name in two scripts", () => {
    expect(f.names("새벽 주파수 Dawn Frequency")).toEqual({
      main: "새벽 주파수",
      other: "Dawn Frequency",
    });
    expect(f.name("2층 앞쪽 · Balcony, front")).toBe("2층 앞쪽");
    expect(f.name("Dawn Frequency")).toBe("Dawn Frequency");
    expect(f.paragraphs("안녕.\n둘째 줄\n\nHello.")).toEqual(["안녕.\n둘째 줄"]);
  });
});

describe("in English", () => {
  beforeAll(() => setLocale("en"));

  it("money, times and days", () => {
    expect(f.money(280000)).toBe("₩280,000");
    expect(f.showTime(show, now)).toBe("Sun, Dec 7, 7:30 PM");
    expect(f.dayRange("2025-11-17", "2026-02-14")).toBe("Nov 17, 2025 – Feb 14, 2026");
    expect(f.seat("1층 B 11 18", "R")).toBe("1F B, row 11, seat 18 (R)");
    expect(f.seat("플로어 F2 1 12", "VIP")).toBe("Floor F2, row 1, seat 12 (VIP)");
    const pair = [
      { seatNumber: "1층 B 11 18", grade: "R" },
      { seatNumber: "1층 B 11 19", grade: "R" },
    ];
    expect(f.seats(pair)).toBe("1F B, row 11, seats 18, 19 (R)");
    expect(f.timeOfDay("2025-12-06T15:05:00Z")).toBe("12:05 AM");
    expect(f.countdown((3 * 24 + 4) * 3600 * 1000)).toBe("3 d 4 h");
  });

  it("the Latin half of a name in two scripts", () => {
    expect(f.name("새벽 주파수 Dawn Frequency")).toBe("Dawn Frequency");
    expect(f.name("2층 앞쪽 · Balcony, front")).toBe("Balcony, front");
    expect(f.paragraphs("안녕.\n\nHello.")).toEqual(["Hello."]);
    expect(f.city("서울")).toBe("Seoul");
  });
});
