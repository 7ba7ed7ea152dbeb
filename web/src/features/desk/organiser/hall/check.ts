import {
  capacityOf,
  CURVE_MAX,
  type Hall,
  type HallRow,
  LABEL_MAX,
  NUMBER_MAX,
  numbersOf,
  ROW_LENGTH_MAX,
  ROWS_MAX,
  SEATS_MAX,
  SECTIONS_MAX,
} from "./layout";
import type { Key } from "./text";

/** Something that keeps a hall from being saved, where it is and in which words to say it. */
export interface Fault {
  /** As the platform names it, such as `sections[1].rows[0].gaps`. */
  field: string;
  key: Key;
  values: Record<string, string | number>;
  section?: number;
  row?: number;
  zone?: number;
}

const FAULTS_MAX = 50;
const STEP_MAX = 10;

/** All that the platform would refuse, found before it is asked. */
export function faultsOf(hall: Hall): Fault[] {
  const faults: Fault[] = [];
  const add = (
    field: string,
    key: Key,
    values: Fault["values"] = {},
    at: Pick<Fault, "section" | "row" | "zone"> = {},
  ) => {
    if (faults.length < FAULTS_MAX) faults.push({ field, key, values, ...at });
  };
  if (hall.sections.length + hall.zones.length === 0) add("", "faultEmpty");
  if (capacityOf(hall) > SEATS_MAX) add("", "faultTooMany", { n: SEATS_MAX });
  if (hall.sections.length > SECTIONS_MAX) {
    add("sections", "faultSections", { n: SECTIONS_MAX });
  }
  const seen = new Set<string>();
  hall.sections.forEach((section, s) => {
    const field = `sections[${s}]`;
    const at = { section: s };
    if (!isLabel(section.floor)) add(`${field}.floor`, "faultFloor", {}, at);
    if (!isLabel(section.sectionId)) add(`${field}.sectionId`, "faultName", {}, at);
    const name = `${section.floor}\n${section.sectionId}`;
    if (seen.has(name)) {
      add(field, "faultSectionTwice", { name: `${section.floor} ${section.sectionId}` }, at);
    }
    seen.add(name);
    if (section.rows.length < 1 || section.rows.length > ROWS_MAX) {
      add(`${field}.rows`, "faultRows", { n: ROWS_MAX }, at);
    }
    if (section.curve !== undefined && !(Math.abs(section.curve) <= CURVE_MAX)) {
      add(`${field}.curve`, "faultCurve", { n: CURVE_MAX }, at);
    }
    const rows = new Set<string>();
    section.rows.forEach((row, r) => {
      const where = { section: s, row: r };
      const rowField = `${field}.rows[${r}]`;
      if (!isLabel(row.rowId)) add(`${rowField}.rowId`, "faultName", {}, where);
      if (rows.has(row.rowId)) add(rowField, "faultRowTwice", { row: row.rowId }, where);
      rows.add(row.rowId);
      checkRow(row, section.grade, (part, key, values) =>
        add(`${rowField}${part}`, key, { row: row.rowId, ...values }, where),
      );
    });
  });
  const zones = new Set<string>();
  hall.zones.forEach((zone, z) => {
    const field = `zones[${z}]`;
    const at = { zone: z };
    if (!isLabel(zone.zoneId)) add(`${field}.zoneId`, "faultName", {}, at);
    if (!isLabel(zone.floor)) add(`${field}.floor`, "faultFloor", {}, at);
    if (!isLabel(zone.grade)) add(`${field}.grade`, "faultZoneGrade", {}, at);
    if (zones.has(zone.zoneId)) add(field, "faultZoneTwice", { name: zone.zoneId }, at);
    zones.add(zone.zoneId);
    if (!isWhole(zone.capacity, 1, SEATS_MAX)) {
      add(`${field}.capacity`, "faultCapacity", { n: SEATS_MAX }, at);
    }
  });
  return faults;
}

function checkRow(
  row: HallRow,
  sectionGrade: string | undefined,
  add: (part: string, key: Key, values?: Record<string, string | number>) => void,
): void {
  if (row.seats) {
    const numbers = new Set<string>();
    if (row.seats.length < 1 || row.seats.length > ROW_LENGTH_MAX) {
      add(".seats", "faultLength", { n: ROW_LENGTH_MAX });
    }
    row.seats.forEach((seat, i) => {
      const number = String(seat.seatNumber ?? "");
      if (!isLabel(number)) add(`.seats[${i}].seatNumber`, "faultSeatName");
      if (numbers.has(number)) add(`.seats[${i}]`, "faultSeatTwice", { number });
      numbers.add(number);
      if (!isLabel(seat.grade ?? row.grade ?? sectionGrade ?? "")) {
        add(`.seats[${i}].grade`, "faultGrade");
      }
    });
    return;
  }
  if (!isLabel(row.grade ?? sectionGrade ?? "")) add(".grade", "faultGrade");
  if (!isWhole(row.length, 1, ROW_LENGTH_MAX)) {
    add(".length", "faultLength", { n: ROW_LENGTH_MAX });
    return;
  }
  const step = row.step ?? 1;
  if (!Number.isInteger(step) || step === 0 || Math.abs(step) > STEP_MAX) {
    add(".step", "faultStep");
    return;
  }
  const numbers = numbersOf(row);
  if (!isWhole(numbers[0], 1, NUMBER_MAX) || !isWhole(numbers.at(-1), 1, NUMBER_MAX)) {
    add(".firstNumber", "faultNumbers", { first: numbers[0]!, last: numbers.at(-1)! });
    return;
  }
  const all = new Set(numbers);
  const gaps = checkNumbers(row.gaps, all, ".gaps", add);
  gaps.forEach((gap) => all.delete(gap));
  if (all.size === 0) add(".gaps", "faultNoSeat");
  checkNumbers(row.accessible, all, ".accessible", add);
  checkNumbers(row.viewRestricted, all, ".viewRestricted", add);
}

function checkNumbers(
  given: number[] | undefined,
  all: ReadonlySet<number>,
  part: string,
  add: (part: string, key: Key, values?: Record<string, string | number>) => void,
): Set<number> {
  const seen = new Set<number>();
  (given ?? []).forEach((number, i) => {
    if (!all.has(number)) add(`${part}[${i}]`, "faultNoNumber", { number });
    else if (seen.has(number)) add(`${part}[${i}]`, "faultNumberTwice", { number });
    seen.add(number);
  });
  return seen;
}

function isLabel(text: string): boolean {
  return (
    text !== "" && text === text.trim() && text.length <= LABEL_MAX && !/[\u0000-\u001f]/.test(text)
  );
}

function isWhole(value: number | undefined, min: number, max: number): boolean {
  return value !== undefined && Number.isInteger(value) && value >= min && value <= max;
}
