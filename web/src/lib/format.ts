import { locale } from "../i18n/locale";

/** How values look in each language. Times are the venue's. */
export const VENUE_ZONE = "Asia/Seoul";

interface Parts {
  year: number;
  month: number;
  day: number;
  weekday: string;
  hour: number;
  minute: number;
  second: number;
}

/** Korea keeps its time all year, so no table of time zones has to be loaded for it. */
const VENUE_OFFSET_MILLIS = 9 * 3_600_000;
const weekdays = {
  ko: "일 월 화 수 목 금 토".split(" "),
  en: "Sun Mon Tue Wed Thu Fri Sat".split(" "),
};

/** The moment as the venue's wall shows it. */
export function partsOf(at: Date | string | number): Parts {
  const wall = new Date(new Date(at).getTime() + VENUE_OFFSET_MILLIS);
  return {
    year: wall.getUTCFullYear(),
    month: wall.getUTCMonth() + 1,
    day: wall.getUTCDate(),
    weekday: weekdays[locale()][wall.getUTCDay()] ?? "",
    hour: wall.getUTCHours(),
    minute: wall.getUTCMinutes(),
    second: wall.getUTCSeconds(),
  };
}

const two = (n: number) => String(n).padStart(2, "0");
const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** 280,000원, ₩280,000 */
export function money(won: number): string {
  return locale() === "ko" ? `${count(won)}원` : `₩${count(won)}`;
}

/** 1,234 */
export function count(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** 19:30, 7:30 PM */
export function timeOfDay(at: Date | string | number): string {
  const { hour, minute } = partsOf(at);
  return locale() === "ko"
    ? `${two(hour)}:${two(minute)}`
    : `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? "AM" : "PM"}`;
}

/** 12월 7일 (일), Sun, Dec 7; with the year if it is not the current one. */
export function day(at: Date | string | number, now: number = Date.now()): string {
  const { year, month, day, weekday } = partsOf(at);
  const thisYear = year === partsOf(now).year;
  if (locale() === "ko") {
    return `${thisYear ? "" : `${year}년 `}${month}월 ${day}일 (${weekday})`;
  }
  return `${weekday}, ${months[month - 1]} ${day}${thisYear ? "" : `, ${year}`}`;
}

/** 12월 7일 (일) 19:30, Sun, Dec 7, 7:30 PM */
export function showTime(at: Date | string | number, now: number = Date.now()): string {
  return locale() === "ko"
    ? `${day(at, now)} ${timeOfDay(at)}`
    : `${day(at, now)}, ${timeOfDay(at)}`;
}

/** 2025.11.17 (월) – 2026.2.14 (토), Nov 17, 2025 – Feb 14, 2026; days as `2025-11-17`. */
export function dayRange(from: string, to: string): string {
  return from === to ? plainDay(from) : `${plainDay(from)} – ${plainDay(to)}`;
}

/** Without weekdays, where there is little room. */
export function shortRange(from: string, to: string): string {
  return dayRange(from, to).replace(/ \([가-힣]\)/g, "");
}

function plainDay(date: string): string {
  const { year, month, day, weekday } = partsOf(`${date}T12:00:00+09:00`);
  return locale() === "ko"
    ? `${year}.${month}.${day} (${weekday})`
    : `${months[month - 1]} ${day}, ${year}`;
}

/** 19:50:18 in both languages. */
export function clock(at: Date | string | number): string {
  const { hour, minute, second } = partsOf(at);
  return `${two(hour)}:${two(minute)}:${two(second)}`;
}

/** 3일 4시간, then 1:04:12, then 14:42, then 0:48; never below zero. */
export function countdown(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  const days = Math.floor(seconds / 86400);
  const hours = Math.floor((seconds % 86400) / 3600);
  if (days > 0) {
    return locale() === "ko" ? `${days}일 ${hours}시간` : `${days} d ${hours} h`;
  }
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** The duration attribute of a `time` element. */
export function isoDuration(millis: number): string {
  return `PT${Math.max(0, Math.ceil(millis / 1000))}S`;
}

/** `2026-12-07` where the show is. */
export function isoDay(at: Date | string | number): string {
  const { year, month, day } = partsOf(at);
  return `${year}-${two(month)}-${two(day)}`;
}

export interface Seat {
  floor?: string | undefined;
  section?: string | undefined;
  row?: string | undefined;
  number: string;
}

/** The platform writes floor, section, row and number; places in a zone have fewer parts. */
export function parseSeat(seatNumber: string): Seat {
  const parts = seatNumber.split(" ");
  if (parts.length === 4) {
    const [floor, section, row, number] = parts as [string, string, string, string];
    return { floor, section, row, number };
  }
  return { number: seatNumber };
}

/** 1층 B구역 11열 18번 (R석), 1F B, row 11, seat 18 (R) */
export function seat(seatNumber: string, grade?: string): string {
  return inRow(parseSeat(seatNumber), [parseSeat(seatNumber).number], grade);
}

/** 1층 B구역 11열 18·19번 (R석), 1F B, row 11, seats 18, 19 (R): those of one row together. */
export function seats(all: readonly { seatNumber: string; grade: string }[]): string {
  const rows = new Map<string, { first: Seat; numbers: string[]; grade: string }>();
  for (const { seatNumber, grade } of all) {
    const first = parseSeat(seatNumber);
    const { floor, section, row, number } = first;
    const key = row === undefined ? seatNumber : [floor, section, row, grade].join("/");
    const found = rows.get(key) ?? { first, numbers: [], grade };
    found.numbers.push(number);
    rows.set(key, found);
  }
  return [...rows.values()]
    .map(({ first, numbers, grade }) => inRow(first, numbers, grade))
    .join(locale() === "ko" ? ", " : "; ");
}

function inRow({ floor, section, row }: Seat, numbers: string[], grade?: string): string {
  const suffix = grade === undefined ? "" : locale() === "ko" ? ` (${grade}석)` : ` (${grade})`;
  if (row === undefined) {
    return numbers.join(", ") + suffix;
  }
  return locale() === "ko"
    ? `${floor} ${sectionName(section)} ${row}열 ${numbers.join("·")}번${suffix}`
    : `${floorName(floor)} ${section}, row ${row}, ${numbers.length === 1 ? "seat" : "seats"} ${numbers.join(", ")}${suffix}`;
}

function sectionName(section = ""): string {
  return section.endsWith("구역") ? section : `${section}구역`;
}

export function floorName(floor = ""): string {
  return locale() === "ko"
    ? floor
    : floor
        .replace(/^(\d+)층$/, "$1F")
        .replace(/^지하 ?(\d+)층$/, "B$1")
        .replace("플로어", "Floor");
}

/** Titles often come as Korean and Latin script in one line: the reader's part first. */
export function names(text: string): { main: string; other: string } {
  const split = /^([^A-Za-z]*[가-힣][^A-Za-z]*?)\s+([A-Za-z][^가-힣]{3,})$/.exec(text.trim());
  if (!split) {
    return { main: text, other: "" };
  }
  const [, first, latin] = split as unknown as [string, string, string];
  const korean = first.replace(/\s*[·/|–-]$/, "");
  return locale() === "ko" ? { main: korean, other: latin } : { main: latin, other: korean };
}

/** Paragraphs in the reader's language, if there are some in each. */
export function paragraphs(text: string): string[] {
  const all = text
    .split(/\n\s*\n/)
    .map((one) => one.trim())
    .filter((one) => one !== "");
  const korean = all.filter((one) => /[가-힣]/.test(one));
  const other = all.filter((one) => !/[가-힣]/.test(one));
  if (korean.length === 0 || other.length === 0) {
    return all;
  }
  return locale() === "ko" ? korean : other;
}

/** The large cities and provinces have English names of their own. */
const cities: Record<string, string> = {
  서울: "Seoul",
  부산: "Busan",
  대구: "Daegu",
  인천: "Incheon",
  광주: "Gwangju",
  대전: "Daejeon",
  울산: "Ulsan",
  세종: "Sejong",
  경기: "Gyeonggi",
  강원: "Gangwon",
  충북: "Chungbuk",
  충남: "Chungnam",
  전북: "Jeonbuk",
  전남: "Jeonnam",
  경북: "Gyeongbuk",
  경남: "Gyeongnam",
  제주: "Jeju",
};

export function city(text: string): string {
  return locale() === "en" ? (cities[text] ?? name(text)) : name(text);
}

export function name(text: string): string {
  return names(text).main;
}
