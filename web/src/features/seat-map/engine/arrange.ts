import type { LayoutDocument, LayoutRow, LayoutSection } from "./layout";
import type { Box, Plan } from "./plan";

const GAP = 2;
/** Room around the middle of the outermost seats. */
const MARGIN = 0.7;
const FLOOR_GAP = 4;
const STAGE_GAP = 2.5;
const STAGE_DEPTH = 3;
const BEND = 0.0062;
/** The outermost seats of a wide hall move at most this part of its width. */
const BEND_SHARE_MAX = 0.05;
/** Width to height that a hall without coordinates is wrapped to. */
const RATIO = 1.25;

/** Gives every seat, section and zone its place; those without coordinates are laid out by floor. */
export function arrange(plan: Plan, layout: LayoutDocument): void {
  const given = layout.sections.every((section) => section.x != null && section.y != null);
  const origins = given
    ? layout.sections.map((section) => ({ x: section.x!, y: section.y! }))
    : flow(layout);
  plan.origins = origins;
  layout.sections.forEach((section, index) => placeSeats(plan, section, origins[index]!));
  placeZones(plan, layout);
  bend(plan, layout);
  plan.box = boxOf(plan);
  placeStage(plan);
}

function placeSeats(plan: Plan, section: LayoutSection, origin: { x: number; y: number }): void {
  const base = numbersOf(section);
  section.rows.forEach((row, line) => {
    const x = origin.x + (row.x ?? offset(row, base));
    const y = origin.y + (row.y ?? line);
    for (let i = 0; i < row.count; i++) {
      const ordinal = row.first + i;
      const seatX = row.xs?.[i];
      const seatY = row.ys?.[i];
      plan.x[ordinal] = seatX == null ? x + plan.column[ordinal]! : origin.x + seatX;
      plan.y[ordinal] = seatY == null ? y : origin.y + seatY;
    }
  });
}

interface Numbers {
  from: number;
  to: number;
  width: number;
}

/** The numbers of the section's longest row, by which shorter ones are placed. */
function numbersOf(section: LayoutSection): Numbers {
  let longest: LayoutRow | undefined;
  for (const row of section.rows) {
    if (!longest || width(row) > width(longest)) longest = row;
  }
  const from = longest?.from ?? 1;
  return longest
    ? { from, to: from + width(longest) - 1, width: width(longest) }
    : { from: 1, to: 1, width: 1 };
}

/** A short row stands under the same numbers, or in the middle if it has none of them. */
function offset(row: LayoutRow, base: Numbers): number {
  const length = width(row);
  if (length === base.width) return 0;
  const from = row.from ?? Number.NaN;
  const under = (row.step ?? 1) === 1 && from >= base.from && from + length - 1 <= base.to;
  return under ? from - base.from : (base.width - length) / 2;
}

function width(row: LayoutRow): number {
  return row.count + (row.skip?.length ?? 0);
}

/** Floors one behind the other, their sections from left to right, wrapped to a pleasant ratio. */
function flow(layout: LayoutDocument): { x: number; y: number }[] {
  const sizes = layout.sections.map((section) => ({
    width: Math.max(1, ...section.rows.map(width)),
    height: Math.max(1, section.rows.length),
  }));
  const area = sizes.reduce((sum, size) => sum + (size.width + GAP) * (size.height + GAP), 0);
  const widest = Math.max(1, ...sizes.map((size) => size.width));
  const limit = Math.max(widest, Math.sqrt(area * RATIO));
  const origins: { x: number; y: number }[] = [];
  let y = 0;
  for (const floor of new Set(layout.sections.map((section) => section.floor))) {
    const members = layout.sections.flatMap((section, i) => (section.floor === floor ? [i] : []));
    const perLine = Math.ceil(members.length / linesFor(members, sizes, limit));
    for (let start = 0; start < members.length; start += perLine) {
      const line = members.slice(start, start + perLine);
      const total = line.reduce((sum, i) => sum + sizes[i]!.width + GAP, -GAP);
      let x = -total / 2;
      for (const i of line) {
        origins[i] = { x, y };
        x += sizes[i]!.width + GAP;
      }
      y += Math.max(...line.map((i) => sizes[i]!.height)) + GAP;
    }
    y += FLOOR_GAP - GAP;
  }
  return origins;
}

function linesFor(members: number[], sizes: { width: number }[], limit: number): number {
  const total = members.reduce((sum, i) => sum + sizes[i]!.width + GAP, -GAP);
  return Math.max(1, Math.ceil(total / limit));
}

/** Zones without coordinates stand side by side between the stage and the first row. */
function placeZones(plan: Plan, layout: LayoutDocument): void {
  const seats = extent(plan);
  const side = plan.zones.map((zone) => Math.max(4, Math.sqrt(zone.count) * 0.6));
  const total = side.reduce((sum, size) => sum + size * 1.6 + GAP, -GAP);
  const deepest = Math.max(0, ...side);
  let x = (seats.left + seats.right) / 2 - total / 2;
  plan.zones.forEach((zone, index) => {
    const { x: givenX, y: givenY } = layout.zones[index]!;
    const left = givenX ?? x;
    const top = givenY ?? seats.top - deepest - FLOOR_GAP;
    zone.box = { left, top, right: left + side[index]! * 1.6, bottom: top + side[index]! };
    x += side[index]! * 1.6 + GAP;
  });
}

/** Only how it is drawn: neighbours stay neighbours. Seats with own coordinates stay as given. */
function bend(plan: Plan, layout: LayoutDocument): void {
  const { left, right } = extent(plan);
  const centre = (left + right) / 2;
  const half = Math.max(1, (right - left) / 2);
  plan.bend = Math.min(BEND, (BEND_SHARE_MAX * 2) / half);
  layout.sections.forEach((section, index) => {
    if (section.curve != null) {
      const { first, end } = plan.sections[index]!;
      curve(plan, first, end, section.curve);
      return;
    }
    for (const row of section.rows) {
      if (row.ys || row.y != null) continue;
      for (let i = row.first; i < row.first + row.count; i++) {
        plan.y[i]! -= plan.bend * (plan.x[i]! - centre) ** 2;
      }
    }
  });
  for (const section of plan.sections) section.box = around(plan, section.first, section.end);
}

/** A section with a curve of its own bends around its own middle. */
function curve(plan: Plan, first: number, end: number, depth: number): void {
  const { left, right } = around(plan, first, end);
  const middle = (left + right) / 2;
  const half = Math.max(1, (right - left) / 2 - MARGIN);
  for (let i = first; i < end; i++) plan.y[i]! -= depth * ((plan.x[i]! - middle) / half) ** 2;
}

function around(plan: Plan, first: number, end: number): Box {
  const box = {
    left: Infinity,
    top: Infinity,
    right: -Infinity,
    bottom: -Infinity,
  };
  for (let i = first; i < end; i++) {
    box.left = Math.min(box.left, plan.x[i]! - MARGIN);
    box.right = Math.max(box.right, plan.x[i]! + MARGIN);
    box.top = Math.min(box.top, plan.y[i]! - MARGIN);
    box.bottom = Math.max(box.bottom, plan.y[i]! + MARGIN);
  }
  return box;
}

function extent(plan: Plan): Box {
  return plan.seatCount === 0
    ? { left: 0, top: 0, right: 1, bottom: 1 }
    : around(plan, 0, plan.seatCount);
}

function boxOf(plan: Plan): Box {
  const box = plan.seatCount === 0 ? { ...plan.zones[0]!.box } : extent(plan);
  for (const zone of plan.zones) {
    box.left = Math.min(box.left, zone.box.left);
    box.top = Math.min(box.top, zone.box.top);
    box.right = Math.max(box.right, zone.box.right);
    box.bottom = Math.max(box.bottom, zone.box.bottom);
  }
  return box;
}

function placeStage(plan: Plan): void {
  const centre = (plan.box.left + plan.box.right) / 2;
  const size = plan.box.right - plan.box.left;
  const half = Math.min(size * 0.23, 30);
  const depth = Math.max(STAGE_DEPTH, size * 0.035);
  const bottom = plan.box.top - STAGE_GAP * Math.max(0.3, depth / 6);
  plan.stage = { left: centre - half, right: centre + half, top: bottom - depth, bottom };
  plan.box = { ...plan.box, top: plan.stage.top };
}
