import { day, isoDay, timeOfDay } from "../../lib/format";
import { text } from "./text";

/** "오늘 20:00", "today 8:00 PM", or the day. */
export function whenOpens(at: string, now: number): string {
  return `${dayName(at, now)} ${timeOfDay(at)}`;
}

export function dayName(at: string, now: number): string {
  const then = isoDay(at);
  if (then === isoDay(now)) {
    return text("today");
  }
  return then === isoDay(now + 86_400_000) ? text("tomorrow") : day(at, now);
}
