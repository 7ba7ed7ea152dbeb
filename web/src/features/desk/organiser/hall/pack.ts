import type { LayoutDocument, LayoutRow } from "../../../seat-map/engine/layout";
import { gradesOf, type Hall, type HallRow, type HallSection, numbersOf } from "./layout";

/**
 * The hall as fans get it: the same document that the platform makes of a saved hall, so that the
 * editor draws with the fans' map. Rows with nothing in them are drawn as one seat.
 */
export function pack(hall: Hall): LayoutDocument {
  const grades = gradesOf(hall);
  if (grades.length === 0) grades.push("R");
  const gradeIndex = (grade: string | undefined) =>
    Math.max(0, grade === undefined ? 0 : grades.indexOf(grade));
  let ordinal = 0;
  const packRow = (section: HallSection, row: HallRow): LayoutRow => {
    const first = ordinal;
    const packed = row.seats ? named(section, row, first) : counted(section, row, first);
    ordinal += packed.count;
    return packed;
  };
  const counted = (section: HallSection, row: HallRow, first: number): LayoutRow => {
    const gaps = new Set(row.gaps);
    const numbers = numbersOf(row).filter((number) => !gaps.has(number));
    const at = (wanted: number[] | undefined) =>
      (wanted ?? []).map((number) => numbers.indexOf(number)).filter((i) => i >= 0);
    return {
      row: row.rowId,
      first,
      count: Math.max(1, numbers.length),
      from: row.firstNumber ?? 1,
      step: row.step ?? 1,
      skip: row.gaps ? [...row.gaps].sort((a, b) => a - b) : null,
      grade: gradeIndex(row.grade ?? section.grade),
      accessible: at(row.accessible),
      viewRestricted: at(row.viewRestricted),
      x: row.x ?? null,
      y: row.y ?? null,
    };
  };
  const named = (section: HallSection, row: HallRow, first: number): LayoutRow => {
    const seats = row.seats ?? [];
    const flagged = (is: (seat: (typeof seats)[number]) => boolean | undefined) =>
      seats.flatMap((seat, i) => (is(seat) ? [i] : []));
    const isPlaced = seats.some((seat) => seat.x != null || seat.y != null);
    return {
      row: row.rowId,
      first,
      count: Math.max(1, seats.length),
      numbers: seats.map((seat) => seat.seatNumber),
      gradeRuns: seats.flatMap((seat) => [gradeIndex(seat.grade ?? row.grade ?? section.grade), 1]),
      accessible: flagged((seat) => seat.accessible),
      viewRestricted: flagged((seat) => seat.viewRestricted),
      x: row.x ?? null,
      y: row.y ?? null,
      xs: isPlaced ? seats.map((seat) => seat.x ?? null) : null,
      ys: isPlaced ? seats.map((seat) => seat.y ?? null) : null,
    };
  };
  const sections = hall.sections.map((section) => ({
    floor: section.floor,
    section: section.sectionId,
    x: section.x ?? null,
    y: section.y ?? null,
    curve: section.curve ?? null,
    rows: section.rows.map((row) => packRow(section, row)),
  }));
  const zones = hall.zones.map((zone) => {
    const first = ordinal;
    ordinal += Math.max(1, zone.capacity || 1);
    return {
      floor: zone.floor,
      zone: zone.zoneId,
      first,
      count: Math.max(1, zone.capacity || 1),
      grade: gradeIndex(zone.grade),
      x: zone.x ?? null,
      y: zone.y ?? null,
    };
  });
  return { scheduleId: "", seatIdBase: "", count: ordinal, grades, sections, zones };
}
