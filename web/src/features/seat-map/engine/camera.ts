import type { Box } from "./plan";

export const PITCH_SHAPES = 4;
export const PITCH_NUMBERS = 24;
/** Where a tap on a section or the zoom button leads: numbers, and a finger's width. */
export const PITCH_CHOOSE = 32;
export const PITCH_MAX = 64;

export type Detail = "sections" | "shapes" | "numbers";

/** What is in sight: how many pixels a place takes, and which place is in the middle. */
export interface Camera {
  pitch: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export function detailOf(pitch: number): Detail {
  return pitch < PITCH_SHAPES ? "sections" : pitch < PITCH_NUMBERS ? "shapes" : "numbers";
}

const MARGIN = 20;
/** Pixels at the lower edge of the map that buttons take. */
const BUTTONS = 68;

/** The whole house in sight, clear of the buttons. */
export function wholeOf(box: Box, size: Size): Camera {
  return fit(box, size, MARGIN, BUTTONS);
}

/** All of a box in sight, with pixels left free around and below it. */
export function fit(box: Box, size: Size, margin = MARGIN, below = margin): Camera {
  const width = Math.max(1, box.right - box.left);
  const height = Math.max(1, box.bottom - box.top);
  const pitch = Math.min(
    PITCH_MAX,
    Math.max(1, size.width - 2 * margin) / width,
    Math.max(1, size.height - margin - below) / height,
  );
  return {
    pitch,
    x: (box.left + box.right) / 2,
    y: (box.top + box.bottom) / 2 + (below - margin) / 2 / pitch,
  };
}

export function pan(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.pitch, y: camera.y - dy / camera.pitch };
}

/** Zooms so that the place under a point of the screen stays under it. */
export function zoomAt(camera: Camera, size: Size, px: number, py: number, factor: number): Camera {
  const pitch = camera.pitch * factor;
  const dx = px - size.width / 2;
  const dy = py - size.height / 2;
  return {
    pitch,
    x: camera.x + dx / camera.pitch - dx / pitch,
    y: camera.y + dy / camera.pitch - dy / pitch,
  };
}

/** Never further out than the whole house, never past its edge. */
export function clamp(camera: Camera, box: Box, size: Size): Camera {
  const whole = wholeOf(box, size);
  const pitch = Math.min(PITCH_MAX, Math.max(whole.pitch, camera.pitch));
  return {
    pitch,
    x: clampAxis(camera.x, box.left, box.right, size.width / pitch),
    y: clampAxis(camera.y, box.top, box.bottom + (BUTTONS - MARGIN) / pitch, size.height / pitch),
  };
}

function clampAxis(value: number, from: number, to: number, seen: number): number {
  if (to - from <= seen) return (from + to) / 2;
  const slack = seen * 0.35;
  const low = from + seen / 2 - slack;
  const high = to - seen / 2 + slack;
  return Math.min(high, Math.max(low, value));
}

export function toPlan(camera: Camera, size: Size, px: number, py: number) {
  return {
    x: camera.x + (px - size.width / 2) / camera.pitch,
    y: camera.y + (py - size.height / 2) / camera.pitch,
  };
}

export function toScreen(camera: Camera, size: Size, x: number, y: number) {
  return {
    x: (x - camera.x) * camera.pitch + size.width / 2,
    y: (y - camera.y) * camera.pitch + size.height / 2,
  };
}

export function between(from: Camera, to: Camera, share: number): Camera {
  const pitch = from.pitch * (to.pitch / from.pitch) ** share;
  // Moves in proportion to what the zoom has covered, so that the way looks straight.
  const part =
    Math.abs(to.pitch - from.pitch) < 0.01
      ? share
      : (1 / from.pitch - 1 / pitch) / (1 / from.pitch - 1 / to.pitch);
  return { pitch, x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
