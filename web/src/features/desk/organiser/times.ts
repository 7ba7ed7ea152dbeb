/** Fields of dates and times show the venue's wall clock, wherever the organiser is. */
const OFFSET = "+09:00";
const OFFSET_MILLIS = 9 * 3_600_000;

/** `2026-12-07T19:30` for an input. */
export function toWall(at: string | undefined): string {
  return at ? new Date(Date.parse(at) + OFFSET_MILLIS).toISOString().slice(0, 16) : "";
}

/** The moment that an input means; empty if it is none. */
export function fromWall(wall: string): string {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(wall) ? `${wall.slice(0, 16)}:00${OFFSET}` : "";
}
