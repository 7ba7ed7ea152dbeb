import { saveFile } from "./saveFile";

/** A calendar entry as a file, which every calendar can read. */
export interface Entry {
  uid: string;
  title: string;
  startsAt: number;
  minutes: number;
  where: string;
  notes: string;
  url: string;
  remindMinutesBefore: number;
}

const LINE_BYTES_MAX = 75;

/** RFC 5545: times in UTC, lines of at most 75 bytes, ended by CRLF. */
export function calendarFile(entry: Entry, now: number): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Onsale//Tickets//EN",
    "BEGIN:VEVENT",
    `UID:${entry.uid}@onsale`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(entry.startsAt)}`,
    `DTEND:${utc(entry.startsAt + entry.minutes * 60_000)}`,
    `SUMMARY:${escaped(entry.title)}`,
    `LOCATION:${escaped(entry.where)}`,
    `DESCRIPTION:${escaped(entry.notes)}`,
    `URL:${entry.url}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escaped(entry.title)}`,
    `TRIGGER:-PT${entry.remindMinutesBefore}M`,
    "END:VALARM",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map(folded).join("\r\n") + "\r\n";
}

export function saveCalendarFile(entry: Entry, now: number): void {
  const file = new Blob([calendarFile(entry, now)], { type: "text/calendar;charset=utf-8" });
  saveFile(file, "onsale.ics");
}

function utc(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d{3}/g, "");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, (found) => `\\${found}`).replace(/\r?\n/g, "\\n");
}

/** Continued lines begin with a space; a character is never cut. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let out = "";
  let bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > LINE_BYTES_MAX) {
      out += "\r\n ";
      bytes = 1;
    }
    out += character;
    bytes += size;
  }
  return out;
}
