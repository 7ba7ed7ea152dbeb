import { arrange } from "./arrange";
import type { LayoutDocument, LayoutRow } from "./layout";

/** A rectangle in places: one unit is the room of one seat. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface PlanRow {
  index: number;
  section: number;
  name: string;
  first: number;
  count: number;
}

export interface PlanSection {
  index: number;
  floor: string;
  name: string;
  rows: PlanRow[];
  /** Ordinals from first to end − 1 are its seats. */
  first: number;
  end: number;
  /** How far its ends are bent towards the stage; null where the hall's bend counts. */
  curve: number | null;
  box: Box;
}

export interface PlanZone {
  index: number;
  floor: string;
  name: string;
  first: number;
  count: number;
  grade: number;
  box: Box;
}

export const ACCESSIBLE = 1;
export const RESTRICTED = 2;

/** All seats of a hall by ordinal, where they are drawn, and to which row they belong. */
export interface Plan {
  scheduleId: string;
  seatIdBase: string;
  count: number;
  /** Seats have ordinals below this; the places of zones come after them. */
  seatCount: number;
  grades: string[];
  sections: PlanSection[];
  rows: PlanRow[];
  zones: PlanZone[];
  x: Float32Array;
  y: Float32Array;
  grade: Uint8Array;
  flags: Uint8Array;
  rowOf: Uint16Array;
  /** Column in the row, gaps counted: neighbours differ by one. */
  column: Int16Array;
  numbers: (ordinal: number) => string;
  box: Box;
  /** Where each section begins, before its rows are bent. */
  origins: { x: number; y: number }[];
  /** How much rows bend towards the stage, in places per square place. */
  bend: number;
  stage: Box;
}

/** Expands the document; about 10 ms for 50,000 seats. */
export function planOf(layout: LayoutDocument): Plan {
  const rows: PlanRow[] = [];
  const sections: PlanSection[] = [];
  const rowDocuments: LayoutRow[] = [];
  let seatCount = 0;
  layout.sections.forEach((section, index) => {
    const ofSection = section.rows.map((row) => {
      const made = {
        index: rows.length,
        section: index,
        name: row.row,
        first: row.first,
        count: row.count,
      };
      rows.push(made);
      rowDocuments.push(row);
      seatCount = Math.max(seatCount, row.first + row.count);
      return made;
    });
    const first = ofSection[0]?.first ?? 0;
    const last = ofSection.at(-1);
    sections.push({
      index,
      floor: section.floor,
      name: section.section,
      rows: ofSection,
      first,
      end: last ? last.first + last.count : first,
      curve: section.curve ?? null,
      box: { left: 0, top: 0, right: 0, bottom: 0 },
    });
  });
  const plan: Plan = {
    scheduleId: layout.scheduleId,
    seatIdBase: layout.seatIdBase,
    count: layout.count,
    seatCount,
    grades: layout.grades,
    sections,
    rows,
    zones: layout.zones.map((zone, index) => ({
      index,
      floor: zone.floor,
      name: zone.zone,
      first: zone.first,
      count: zone.count,
      grade: zone.grade,
      box: { left: 0, top: 0, right: 0, bottom: 0 },
    })),
    x: new Float32Array(seatCount),
    y: new Float32Array(seatCount),
    grade: new Uint8Array(seatCount),
    flags: new Uint8Array(seatCount),
    rowOf: new Uint16Array(seatCount),
    column: new Int16Array(seatCount),
    numbers: (ordinal) => numberOf(plan, rowDocuments, ordinal),
    box: { left: 0, top: 0, right: 0, bottom: 0 },
    origins: [],
    bend: 0,
    stage: { left: 0, top: 0, right: 0, bottom: 0 },
  };
  rowDocuments.forEach((row, index) => describe(plan, row, index));
  arrange(plan, layout);
  return plan;
}

function describe(plan: Plan, row: LayoutRow, index: number): void {
  for (let i = 0; i < row.count; i++) {
    plan.rowOf[row.first + i] = index;
    plan.column[row.first + i] = columnOf(row, i);
  }
  if (row.gradeRuns) {
    let at = row.first;
    for (let i = 0; i + 1 < row.gradeRuns.length; i += 2) {
      const end = at + row.gradeRuns[i + 1]!;
      plan.grade.fill(row.gradeRuns[i]!, at, end);
      at = end;
    }
  } else {
    plan.grade.fill(row.grade ?? 0, row.first, row.first + row.count);
  }
  for (const i of row.accessible ?? []) plan.flags[row.first + i]! |= ACCESSIBLE;
  for (const i of row.viewRestricted ?? []) plan.flags[row.first + i]! |= RESTRICTED;
}

/** Position i counts seats only; the column counts the gaps before it, too. */
function columnOf(row: LayoutRow, i: number): number {
  if (!row.skip || row.skip.length === 0 || row.from == null) return i;
  const step = row.step ?? 1;
  const gaps = row.skip.map((number) => (number - row.from!) / step).sort((a, b) => a - b);
  let column = i;
  for (const gap of gaps) {
    if (gap <= column) column++;
  }
  return column;
}

function numberOf(plan: Plan, documents: LayoutRow[], ordinal: number): string {
  const row = documents[plan.rowOf[ordinal]!]!;
  const i = ordinal - row.first;
  return row.numbers
    ? (row.numbers[i] ?? "")
    : String((row.from ?? 1) + plan.column[ordinal]! * (row.step ?? 1));
}

export function sectionOf(plan: Plan, ordinal: number): PlanSection {
  return plan.sections[plan.rows[plan.rowOf[ordinal]!]!.section]!;
}

export function seatId(plan: Plan, ordinal: number): string {
  return plan.seatIdBase + ordinal.toString(16).padStart(8, "0");
}

/** Negative for an id of another schedule. */
export function ordinalOf(plan: Plan, id: string): number {
  if (id.length !== plan.seatIdBase.length + 8 || !id.startsWith(plan.seatIdBase)) return -1;
  const ordinal = Number.parseInt(id.slice(-8), 16);
  return ordinal < plan.count ? ordinal : -1;
}

export function areNeighbours(plan: Plan, a: number, b: number): boolean {
  return plan.rowOf[a] === plan.rowOf[b] && Math.abs(plan.column[a]! - plan.column[b]!) === 1;
}
