import { parseNumbers } from "./edit";
import type { Hall, HallRow, HallSection } from "./layout";
import { hallOfForm } from "./layout";
import type { Key } from "./text";

/** What is wrong with what was to be imported, by the line of the file. */
export interface ImportFault {
  line: number;
  key: Key;
  values: Record<string, string | number>;
}

export type Imported = { hall: Hall; faults: [] } | { hall: null; faults: ImportFault[] };

const FAULTS_MAX = 50;
export const TEXT_MAX = 2_000_000;

/** The columns of a CSV file; the first five are needed. */
const COLUMNS = [
  "floor",
  "section",
  "row",
  "grade",
  "length",
  "firstNumber",
  "step",
  "gaps",
  "accessible",
  "viewRestricted",
  "x",
  "y",
] as const;

type Column = (typeof COLUMNS)[number];

const NEEDED: readonly Column[] = ["floor", "section", "row", "grade", "length"];

/** A file that shows how it is done. */
export const SAMPLE = [
  COLUMNS.join(","),
  '1층,A,1,VIP,12,1,,"6, 7",,,,',
  "1층,A,2,R,12,12,-1,,1-2,,,",
  "2층,B,1,S,20,,,,,1-3,,",
  "1층,,스탠딩,ST,300,,,,,,,",
].join("\n");

/** JSON begins with a brace; everything else is read as CSV. */
export function importHall(text: string): Imported {
  if (text.length > TEXT_MAX) return refused(1, "importTooLarge", { n: TEXT_MAX / 1_000_000 });
  return text.trimStart().startsWith("{") ? ofJson(text) : ofCsv(text);
}

function refused(line: number, key: Key, values: ImportFault["values"] = {}): Imported {
  return { hall: null, faults: [{ line, key, values }] };
}

function ofJson(text: string): Imported {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return refused(lineOf(text, error), "importJson");
  }
  const given = document as { layout?: unknown; sections?: unknown; rows?: unknown };
  const form = (given.layout ?? given) as { sections?: unknown; zones?: unknown; rows?: unknown };
  const isList = (value: unknown) => value === undefined || Array.isArray(value);
  if (
    !isList(form.sections) ||
    !isList(form.zones) ||
    !isList(form.rows) ||
    (form.sections === undefined && form.zones === undefined && form.rows === undefined)
  ) {
    return refused(1, "importNoLayout");
  }
  const faults: ImportFault[] = [];
  ((form.sections ?? []) as unknown[]).forEach((one, i) => {
    const section = one as Partial<HallSection> | null;
    const isRight =
      section !== null &&
      typeof section === "object" &&
      typeof section.floor === "string" &&
      typeof section.sectionId === "string" &&
      Array.isArray(section.rows) &&
      section.rows.every((row) => row !== null && typeof row.rowId === "string");
    if (!isRight)
      faults.push({
        line: lineOfPart(text, "sectionId", i),
        key: "importSection",
        values: { n: i + 1 },
      });
  });
  ((form.zones ?? []) as unknown[]).forEach((one, i) => {
    const zone = one as { zoneId?: unknown; capacity?: unknown } | null;
    if (typeof zone?.zoneId !== "string" || typeof zone.capacity !== "number") {
      faults.push({ line: lineOfPart(text, "zoneId", i), key: "importZone", values: { n: i + 1 } });
    }
  });
  return faults.length > 0
    ? { hall: null, faults: faults.slice(0, FAULTS_MAX) }
    : { hall: hallOfForm(form as never), faults: [] };
}

/** Browsers say where they stopped reading, each in its own words. */
function lineOf(text: string, error: unknown): number {
  const message = String(error);
  const line = /line (\d+)/.exec(message)?.[1];
  if (line) return Number(line);
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
  return text.slice(0, position).split("\n").length;
}

/** The line of the nth time a field is named; 1 if it is not. */
function lineOfPart(text: string, field: string, n: number): number {
  let at = -1;
  for (let i = 0; i <= n; i++) {
    at = text.indexOf(`"${field}"`, at + 1);
    if (at < 0) return 1;
  }
  return text.slice(0, at).split("\n").length;
}

function ofCsv(text: string): Imported {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const faults: ImportFault[] = [];
  const add = (line: number, key: Key, values: ImportFault["values"] = {}) => {
    if (faults.length < FAULTS_MAX) faults.push({ line, key, values });
  };
  const header = cells(lines[0] ?? "").map((one) => one.trim());
  const missing = NEEDED.filter((one) => !header.includes(one));
  if (missing.length > 0) return refused(1, "importColumns", { columns: missing.join(", ") });
  const unknown = header.filter((one) => one !== "" && !COLUMNS.includes(one as Column));
  if (unknown.length > 0) add(1, "importUnknown", { columns: unknown.join(", ") });
  const hall: Hall = { sections: [], zones: [] };
  const sections = new Map<string, HallSection>();
  lines.forEach((line, i) => {
    if (i === 0 || line.trim() === "") return;
    const values = cells(line);
    const read = (column: Column) => (values[header.indexOf(column)] ?? "").trim();
    readLine(hall, sections, read, (key, more) => add(i + 1, key, more));
  });
  if (faults.length === 0 && hall.sections.length + hall.zones.length === 0) add(1, "faultEmpty");
  return faults.length > 0 ? { hall: null, faults } : { hall, faults: [] };
}

/** A line without a section is a standing zone: its row is the name, its length the capacity. */
function readLine(
  hall: Hall,
  sections: Map<string, HallSection>,
  read: (column: Column) => string,
  add: (key: Key, values?: ImportFault["values"]) => void,
): void {
  const whole = (column: Column, min: number, max: number): number | undefined => {
    const text = read(column);
    if (text === "") return undefined;
    const value = Number(text);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    add("importNumber", { column, text, min, max });
    return undefined;
  };
  const decimal = (column: Column): number | undefined => {
    const text = read(column);
    const value = Number(text);
    if (text === "" || Number.isFinite(value)) return text === "" ? undefined : value;
    add("importNumber", { column, text, min: -100_000, max: 100_000 });
    return undefined;
  };
  const list = (column: Column): number[] | undefined => {
    const numbers = parseNumbers(read(column));
    if (numbers === null) add("importList", { column, text: read(column) });
    return numbers === null || numbers.length === 0 ? undefined : numbers;
  };
  const [floor, sectionId, rowId, grade] = [
    read("floor"),
    read("section"),
    read("row"),
    read("grade"),
  ];
  for (const column of ["floor", "row", "grade", "length"] as const) {
    if (read(column) === "") add("importMissing", { column });
  }
  const isZone = sectionId === "";
  const length = whole("length", 1, isZone ? 100_000 : 1_000) ?? 1;
  const [x, y] = [decimal("x"), decimal("y")];
  if (isZone) {
    if (hall.zones.some((zone) => zone.zoneId === rowId)) add("faultZoneTwice", { name: rowId });
    hall.zones.push({ floor, zoneId: rowId, grade, capacity: length, ...defined({ x, y }) });
    return;
  }
  const name = `${floor}\n${sectionId}`;
  let section = sections.get(name);
  if (!section) {
    section = { floor, sectionId, rows: [], ...defined({ x, y }) };
    sections.set(name, section);
    hall.sections.push(section);
  }
  if (section.rows.some((row) => row.rowId === rowId)) add("faultRowTwice", { row: rowId });
  section.rows.push({
    rowId,
    grade,
    length,
    ...defined({
      firstNumber: whole("firstNumber", 1, 99_999),
      step: whole("step", -10, 10),
      gaps: list("gaps"),
      accessible: list("accessible"),
      viewRestricted: list("viewRestricted"),
    }),
  } as HallRow);
}

function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as never;
}

/** The cells of a line; quotes around one may hold commas, two of them stand for one. */
export function cells(line: string): string[] {
  const found: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let i = 0; i < line.length; i++) {
    const c = line[i]!;
    if (isQuoted) {
      if (c !== '"') cell += c;
      else if (line[i + 1] === '"') cell += line[i++];
      else isQuoted = false;
    } else if (c === '"') {
      isQuoted = true;
    } else if (c === ",") {
      found.push(cell);
      cell = "";
    } else {
      cell += c;
    }
  }
  return [...found, cell];
}
