import type { components } from "../../../../api/schema";

/**
 * A hall as the editor has it: the organiser's form of `docs/layouts.md`, with sections and zones.
 * Every value that is missing in it may be missing here, because the editor also opens what is
 * wrong.
 */
export interface HallRow {
  rowId: string;
  grade?: string;
  length?: number;
  firstNumber?: number;
  step?: number;
  gaps?: number[];
  accessible?: number[];
  viewRestricted?: number[];
  x?: number;
  y?: number;
  seats?: HallSeat[];
}

export interface HallSeat {
  seatNumber: string;
  grade?: string;
  accessible?: boolean;
  viewRestricted?: boolean;
  x?: number;
  y?: number;
}

export interface HallSection {
  floor: string;
  sectionId: string;
  grade?: string;
  x?: number;
  y?: number;
  curve?: number;
  rows: HallRow[];
}

export interface HallZone {
  floor: string;
  zoneId: string;
  grade: string;
  capacity: number;
  x?: number;
  y?: number;
}

export interface Hall {
  sections: HallSection[];
  zones: HallZone[];
  /** Which seats are the best; the editor keeps what it does not change of it. */
  sectionConfig?: Record<string, Record<string, SeatRule>>;
}

/** Which numbers of a section are the best. */
export interface SeatRule {
  min?: number;
  max?: number;
  centerType?: string;
  idealCenter?: number;
  idealRange?: { start?: number; end?: number };
  specialRows?: Record<string, SeatRule>;
}

export type HallForm = components["schemas"]["HallLayout"];

export const SECTIONS_MAX = 1_000;
export const ROWS_MAX = 500;
export const ROW_LENGTH_MAX = 1_000;
export const SEATS_MAX = 100_000;
export const LABEL_MAX = 20;
export const NUMBER_MAX = 99_999;
export const CURVE_MAX = 100;

/** The numbers of a counted row, gaps included. */
export function numbersOf(row: HallRow): number[] {
  const from = row.firstNumber ?? 1;
  const step = row.step ?? 1;
  return Array.from({ length: row.length ?? 0 }, (_, i) => from + i * step);
}

export function seatsOf(row: HallRow): number {
  return row.seats ? row.seats.length : Math.max(0, (row.length ?? 0) - (row.gaps?.length ?? 0));
}

export function seatsOfSection(section: HallSection): number {
  return section.rows.reduce((sum, row) => sum + seatsOf(row), 0);
}

export function capacityOf(hall: Hall): number {
  return (
    hall.sections.reduce((sum, section) => sum + seatsOfSection(section), 0) +
    hall.zones.reduce((sum, zone) => sum + (zone.capacity || 0), 0)
  );
}

/** How many seats each grade has, in the order of {@link gradesOf}. */
export function countsByGrade(hall: Hall): Map<string, number> {
  const counts = new Map(gradesOf(hall).map((grade) => [grade, 0]));
  const add = (grade: string | undefined, n: number) => {
    if (grade) counts.set(grade, (counts.get(grade) ?? 0) + n);
  };
  for (const section of hall.sections) {
    for (const row of section.rows) {
      if (row.seats) for (const seat of row.seats) add(seat.grade ?? row.grade ?? section.grade, 1);
      else add(row.grade ?? section.grade, seatsOf(row));
    }
  }
  for (const zone of hall.zones) add(zone.grade, zone.capacity);
  return counts;
}

const USUAL = ["VIP", "OP", "R", "S", "A", "B", "C"];

/** The grades of a hall, the usual ones in their order and others after them. */
export function gradesOf(hall: Hall): string[] {
  const found = new Set<string>();
  for (const section of hall.sections) {
    if (section.grade) found.add(section.grade);
    for (const row of section.rows) {
      if (row.grade) found.add(row.grade);
      for (const seat of row.seats ?? []) if (seat.grade) found.add(seat.grade);
    }
  }
  for (const zone of hall.zones) if (zone.grade) found.add(zone.grade);
  const rank = (grade: string) => {
    const at = USUAL.indexOf(grade);
    return at < 0 ? USUAL.length : at;
  };
  return [...found].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** The hall of a stored form: the simple template becomes one section. */
export function hallOfForm(form: HallForm): Hall {
  if (form.rows) {
    const grades = form.gradeMapping ?? {};
    return {
      zones: [],
      sections: [
        {
          floor: "1층",
          sectionId: "A",
          rows: form.rows.map((rowId) => ({
            rowId: rowId ?? "",
            length: form.seatsPerRow ?? 1,
            ...(grades[rowId ?? ""] ? { grade: grades[rowId ?? ""]! } : {}),
          })),
        },
      ],
    };
  }
  const hall: Hall = {
    sections: ((form.sections ?? []) as HallSection[]).map((section) => ({
      ...section,
      rows: section.rows ?? [],
    })),
    zones: (form.zones ?? []) as HallZone[],
  };
  if (form.sectionConfig) hall.sectionConfig = form.sectionConfig as never;
  return hall;
}

/** What is sent: rules of sections that are gone are left out. */
export function formOfHall(hall: Hall): HallForm {
  const rules: NonNullable<Hall["sectionConfig"]> = {};
  for (const { floor, sectionId } of hall.sections) {
    const rule = hall.sectionConfig?.[floor]?.[sectionId];
    if (rule) (rules[floor] ??= {})[sectionId] = rule;
  }
  return {
    sections: hall.sections,
    ...(hall.zones.length > 0 ? { zones: hall.zones } : {}),
    ...(Object.keys(rules).length > 0 ? { sectionConfig: rules } : {}),
  } as HallForm;
}

/** The simple template: as many rows of as many seats, grades by share of the rows. */
export function templateOf(wish: {
  rows: number;
  seats: number;
  grades: { grade: string; rows: number }[];
}): Hall {
  const rows: HallRow[] = [];
  for (const { grade, rows: count } of wish.grades) {
    for (let i = 0; i < count && rows.length < wish.rows; i++) {
      rows.push({ rowId: String(rows.length + 1), grade, length: wish.seats });
    }
  }
  const last = wish.grades.at(-1)?.grade ?? "R";
  while (rows.length < wish.rows) {
    rows.push({ rowId: String(rows.length + 1), grade: last, length: wish.seats });
  }
  return { sections: [{ floor: "1층", sectionId: "A", grade: last, rows }], zones: [] };
}
