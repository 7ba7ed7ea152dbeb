import {
  type Hall,
  type HallRow,
  type HallSection,
  numbersOf,
  ROW_LENGTH_MAX,
  ROWS_MAX,
} from "./layout";

/** Every edit returns another hall and leaves the one it got as it is, so that undo is a list. */
export function withSection(hall: Hall, index: number, change: Partial<HallSection>): Hall {
  const before = hall.sections[index]!;
  const after = clean({ ...before, ...change });
  const sections = hall.sections.map((one, i) => (i === index ? after : one));
  const rule = hall.sectionConfig?.[before.floor]?.[before.sectionId];
  const isRenamed = before.floor !== after.floor || before.sectionId !== after.sectionId;
  if (!rule || !isRenamed) return { ...hall, sections };
  // its rule goes with its name
  return withRule({ ...hall, sections }, after, rule);
}

export function withRule(
  hall: Hall,
  { floor, sectionId }: { floor: string; sectionId: string },
  rule: NonNullable<NonNullable<Hall["sectionConfig"]>[string]>[string],
): Hall {
  return {
    ...hall,
    sectionConfig: {
      ...hall.sectionConfig,
      [floor]: { ...hall.sectionConfig?.[floor], [sectionId]: rule },
    },
  };
}

export function withRow(hall: Hall, section: number, row: number, change: Partial<HallRow>): Hall {
  return withSection(hall, section, {
    rows: hall.sections[section]!.rows.map((one, i) =>
      i === row ? clean({ ...one, ...change }) : one,
    ),
  });
}

/** The same change for several rows, such as a grade for rows 1 to 8. */
export function withRows(
  hall: Hall,
  section: number,
  rows: ReadonlySet<number>,
  change: (row: HallRow) => Partial<HallRow>,
): Hall {
  return withSection(hall, section, {
    rows: hall.sections[section]!.rows.map((one, i) =>
      rows.has(i) ? clean({ ...one, ...change(one) }) : one,
    ),
  });
}

/** Values that are undefined or empty lists are left out, as they are when they are sent. */
function clean<T extends object>(value: T): T {
  return Object.fromEntries(
    Object.entries(value).filter(
      ([key, one]) => one !== undefined && (key === "rows" || !isEmptyList(one)),
    ),
  ) as T;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

export function addSection(hall: Hall, floor: string, grade: string): Hall {
  const names = new Set(
    hall.sections.filter((one) => one.floor === floor).map((one) => one.sectionId),
  );
  const rows = Array.from({ length: 10 }, (_, i) => ({ rowId: String(i + 1), length: 14 }));
  const isPlaced = hall.sections.length > 0 && hall.sections.every((one) => one.x !== undefined);
  const made: HallSection = { floor, sectionId: freeName(names), grade, rows };
  if (isPlaced) Object.assign(made, besideAll(hall));
  return { ...hall, sections: [...hall.sections, made] };
}

/** A section of as many rows and places as a rectangle has room for; null if it has none. */
export function drawn(
  hall: Hall,
  box: { left: number; top: number; right: number; bottom: number },
  floor: string,
  grade: string,
): Hall | null {
  const length = Math.min(ROW_LENGTH_MAX, Math.round(box.right - box.left) + 1);
  const rows = Math.min(ROWS_MAX, Math.round(box.bottom - box.top) + 1);
  if (length < 2 && rows < 2) return null; // a press, not a drag
  const { sections } = addSection(hall, floor, grade);
  const made = {
    ...sections.at(-1)!,
    x: Math.round(box.left * 2) / 2,
    y: Math.round(box.top * 2) / 2,
    curve: 0,
    rows: Array.from({ length: rows }, (_, i) => ({ rowId: String(i + 1), length })),
  };
  return { ...hall, sections: [...hall.sections, made] };
}

/** To the right of everything that has a place. */
function besideAll(hall: Hall): { x: number; y: number } {
  const right = hall.sections.map(
    (one) =>
      (one.x ?? 0) + Math.max(1, ...one.rows.map((row) => row.length ?? row.seats?.length ?? 1)),
  );
  return { x: Math.max(0, ...right) + 2, y: Math.min(...hall.sections.map((one) => one.y ?? 0)) };
}

export function duplicateSection(hall: Hall, index: number): Hall {
  const source = hall.sections[index]!;
  const names = new Set(
    hall.sections.filter((one) => one.floor === source.floor).map((one) => one.sectionId),
  );
  const copy = { ...source, sectionId: freeName(names) };
  if (source.x !== undefined) Object.assign(copy, besideAll(hall));
  return {
    ...hall,
    sections: hall.sections.flatMap((one, i) => (i === index ? [one, copy] : [one])),
  };
}

export function removeSection(hall: Hall, index: number): Hall {
  return { ...hall, sections: hall.sections.filter((_, i) => i !== index) };
}

export function addZone(hall: Hall, floor: string, grade: string, name: string): Hall {
  const names = new Set(hall.zones.map((one) => one.zoneId));
  let zoneId = name;
  for (let n = 2; names.has(zoneId); n++) zoneId = `${name} ${n}`;
  return { ...hall, zones: [...hall.zones, { floor, zoneId, grade, capacity: 100 }] };
}

function freeName(taken: ReadonlySet<string>): string {
  for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") if (!taken.has(letter)) return letter;
  for (let n = 1; ; n++) if (!taken.has(`S${n}`)) return `S${n}`;
}

/** Rows behind the last one, numbered on from it. */
export function addRows(hall: Hall, section: number, count: number): Hall {
  const rows = hall.sections[section]!.rows;
  const last = rows.at(-1) ?? { rowId: "0", length: 14 };
  const taken = new Set(rows.map((row) => row.rowId));
  const more: HallRow[] = [];
  for (let next = Number.parseInt(last.rowId, 10) || rows.length; more.length < count;) {
    const rowId = String(++next);
    if (taken.has(rowId)) continue;
    more.push(
      clean({
        rowId,
        grade: last.grade,
        length: last.length ?? last.seats?.length ?? 14,
        firstNumber: last.firstNumber,
        step: last.step,
      }) as HallRow,
    );
  }
  return withSection(hall, section, { rows: [...rows, ...more] });
}

/** The row in the orchestra pit, before the first one; events may leave it unsold. */
export function addPitRow(hall: Hall, section: number): Hall {
  const rows = hall.sections[section]!.rows;
  if (rows.some((row) => row.rowId === "OP")) return hall;
  const length = Math.max(1, (rows[0]?.length ?? 12) - 2);
  return withSection(hall, section, { rows: [{ rowId: "OP", grade: "OP", length }, ...rows] });
}

/** What the numbers of a row are counted from. */
export type Direction = "left" | "right";

export function directionOf(row: HallRow): Direction {
  return (row.step ?? 1) < 0 ? "right" : "left";
}

/** Counts the same numbers from the other side: the seats keep their places. */
export function counted(row: HallRow, from: Direction): Partial<HallRow> {
  if (row.seats || directionOf(row) === from) return {};
  const numbers = numbersOf(row);
  const mirrored = new Map(numbers.map((number, i) => [number, numbers.at(-1 - i)!]));
  const swap = (list: number[] | undefined) =>
    list?.map((number) => mirrored.get(number) ?? number);
  return {
    firstNumber: numbers.at(-1) ?? 1,
    step: -(row.step ?? 1),
    gaps: swap(row.gaps) as number[],
    accessible: swap(row.accessible) as number[],
    viewRestricted: swap(row.viewRestricted) as number[],
  };
}

export type Mark = "gap" | "accessible" | "viewRestricted";

/** Sets a mark at a number of a counted row, or takes it away. A gap has no other mark. */
export function toggled(row: HallRow, number: number, mark: Mark): Partial<HallRow> {
  if (row.seats) {
    if (mark === "gap") {
      return { seats: row.seats.filter((seat) => seat.seatNumber !== String(number)) };
    }
    return {
      seats: row.seats.map((seat) =>
        seat.seatNumber === String(number) ? { ...seat, [mark]: !seat[mark] } : seat,
      ),
    };
  }
  const flip = (list: number[] = []) =>
    list.includes(number)
      ? list.filter((one) => one !== number)
      : [...list, number].sort((a, b) => a - b);
  if (mark !== "gap") return { [mark]: flip(row[mark]) };
  const without = (list: number[] = []) => list.filter((one) => one !== number);
  return {
    gaps: flip(row.gaps),
    accessible: without(row.accessible),
    viewRestricted: without(row.viewRestricted),
  };
}

/** "3, 5-7" as numbers; null if it is no such list. */
export function parseNumbers(text: string): number[] | null {
  const numbers: number[] = [];
  for (const part of text
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "")) {
    const found = /^(\d{1,5})(?:\s*[-–~]\s*(\d{1,5}))?$/.exec(part);
    if (!found) return null;
    const from = Number(found[1]);
    const to = Number(found[2] ?? found[1]);
    if (to < from || to - from > 1_000) return null;
    for (let n = from; n <= to; n++) numbers.push(n);
  }
  return [...new Set(numbers)];
}

/** Numbers as "3, 5–7". */
export function writeNumbers(numbers: readonly number[] = []): string {
  const sorted = [...numbers].sort((a, b) => a - b);
  const parts: string[] = [];
  for (let i = 0; i < sorted.length;) {
    let end = i;
    while (sorted[end + 1] === sorted[end]! + 1) end++;
    parts.push(end > i + 1 ? `${sorted[i]}–${sorted[end]}` : sorted.slice(i, end + 1).join(", "));
    i = end + 1;
  }
  return parts.join(", ");
}
