import { PITCH_NUMBERS } from "./camera";
import type { Palette } from "./palette";
import { ACCESSIBLE, type Box, type Plan, RESTRICTED } from "./plan";
import type { SeatGrid } from "./grid";
import { addNumberedShape, addShape, type Look } from "./shapes";
import { AVAILABLE, HELD } from "./status";

export interface Scene {
  plan: Plan;
  grid: SeatGrid;
  states: Uint8Array;
  looks: Look[];
  palette: Palette;
  /** Grades that are asked for; all if empty. Seats of others stay, but pale. */
  wanted: ReadonlySet<number>;
  /** Seats that the overlay draws instead. */
  overlaid: ReadonlySet<number>;
}

/** A rectangle of the plan and how it is turned into pixels. */
export interface Target {
  box: Box;
  pitch: number;
}

const PALE = 0.22;

/**
 * Draws the seats of a box: one path for each grade and state, whatever their number. The context
 * is moved so that the box's upper left corner is its origin.
 */
export function paintSeats(ctx: CanvasRenderingContext2D, scene: Scene, target: Target): void {
  const { plan, states, looks, palette, wanted, overlaid } = scene;
  const { box, pitch } = target;
  const free: number[][] = plan.grades.map(() => []);
  const held: number[] = [];
  const sold: number[] = [];
  const near = {
    left: box.left - 1,
    top: box.top - 1,
    right: box.right + 1,
    bottom: box.bottom + 1,
  };
  scene.grid.each(near, (ordinal) => {
    if (overlaid.has(ordinal)) return;
    const state = states[ordinal];
    if (state === AVAILABLE) free[plan.grade[ordinal]!]!.push(ordinal);
    else if (state === HELD) held.push(ordinal);
    else sold.push(ordinal);
  });
  const x = (ordinal: number) => (plan.x[ordinal]! - box.left) * pitch;
  const y = (ordinal: number) => (plan.y[ordinal]! - box.top) * pitch;
  const numbered = pitch >= PITCH_NUMBERS;
  paintSold(ctx, sold, x, y, pitch, palette);
  paintHeld(ctx, held, x, y, pitch, palette);
  free.forEach((seats, grade) => {
    if (seats.length === 0) return;
    const look = looks[grade] ?? 6;
    ctx.globalAlpha = wanted.size === 0 || wanted.has(grade) ? 1 : PALE;
    const radius = seatRadius(pitch);
    ctx.beginPath();
    for (const seat of seats) {
      if (numbered) addNumberedShape(ctx, look, x(seat), y(seat), radius);
      else addShape(ctx, look, x(seat), y(seat), radius);
    }
    if (look === 4 && !numbered) {
      ctx.strokeStyle = palette.grade[look];
      ctx.lineWidth = Math.max(1, radius * 0.5);
      ctx.stroke();
    } else {
      ctx.fillStyle = palette.grade[look];
      ctx.fill();
    }
    paintHalos(ctx, seats, plan, x, y, radius, palette);
    if (numbered) paintNumbers(ctx, seats, plan, x, y, pitch, look, palette);
    ctx.globalAlpha = 1;
  });
}

export function seatRadius(pitch: number): number {
  return pitch * (pitch >= PITCH_NUMBERS ? 0.4 : 0.34);
}

type Axis = (ordinal: number) => number;

function paintSold(
  ctx: CanvasRenderingContext2D,
  seats: number[],
  x: Axis,
  y: Axis,
  pitch: number,
  palette: Palette,
): void {
  const half = Math.max(0.6, pitch * 0.12);
  ctx.fillStyle = palette.sold;
  ctx.beginPath();
  for (const seat of seats) {
    if (pitch < 10) ctx.rect(x(seat) - half, y(seat) - half, 2 * half, 2 * half);
    else addShape(ctx, 1, x(seat), y(seat), half);
  }
  ctx.fill();
}

function paintHeld(
  ctx: CanvasRenderingContext2D,
  seats: number[],
  x: Axis,
  y: Axis,
  pitch: number,
  palette: Palette,
): void {
  if (seats.length === 0) return;
  const radius = pitch * 0.26;
  ctx.strokeStyle = palette.held;
  ctx.lineWidth = pitch < 10 ? 1 : 1.5;
  ctx.setLineDash(pitch < 14 ? [] : [3, 3]);
  ctx.beginPath();
  for (const seat of seats) addShape(ctx, 1, x(seat), y(seat), radius);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** A dotted halo says that one sees less from here. */
function paintHalos(
  ctx: CanvasRenderingContext2D,
  seats: number[],
  plan: Plan,
  x: Axis,
  y: Axis,
  radius: number,
  palette: Palette,
): void {
  const restricted = seats.filter((seat) => plan.flags[seat]! & RESTRICTED);
  if (restricted.length === 0 || radius < 3) return;
  ctx.strokeStyle = palette.ink3;
  ctx.lineWidth = radius < 8 ? 1 : 1.5;
  ctx.setLineDash([radius < 8 ? 1.5 : 2, radius < 8 ? 2 : 3]);
  ctx.beginPath();
  for (const seat of restricted) addShape(ctx, 1, x(seat), y(seat), radius * 1.22);
  ctx.stroke();
  ctx.setLineDash([]);
}

function paintNumbers(
  ctx: CanvasRenderingContext2D,
  seats: number[],
  plan: Plan,
  x: Axis,
  y: Axis,
  pitch: number,
  look: Look,
  palette: Palette,
): void {
  ctx.fillStyle = palette.onGrade[look];
  ctx.font = numberFont(pitch, palette);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  const lower = look === 5 ? pitch * 0.1 : pitch * 0.02;
  for (const seat of seats) {
    if (plan.flags[seat]! & ACCESSIBLE) {
      wheelchair(ctx, x(seat), y(seat), pitch * 0.3, palette.onGrade[look]);
      continue;
    }
    ctx.fillText(plan.numbers(seat), x(seat), y(seat) + lower);
  }
}

export function numberFont(pitch: number, palette: Palette): string {
  return `700 ${Math.round(Math.min(18, Math.max(12, pitch * 0.38)))}px ${palette.font}`;
}

/** A person on a wheel, drawn on a box of about four radii. */
export function wheelchair(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: string,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(radius / 10, radius / 10);
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.lineWidth = 2;
  ctx.lineCap = "round";
  ctx.beginPath();
  ctx.arc(-1.5, -7.5, 1.8, 0, 2 * Math.PI);
  ctx.fill();
  ctx.beginPath();
  ctx.moveTo(-1.5, -4);
  ctx.lineTo(-0.8, 1);
  ctx.lineTo(4, 1);
  ctx.lineTo(6, 6.5);
  ctx.moveTo(-1.2, -1.5);
  ctx.lineTo(3, -1.5);
  ctx.moveTo(-3.4, -0.5);
  ctx.arc(-0.8, 4, 5, 4.05, 0.35, true);
  ctx.stroke();
  ctx.restore();
}
