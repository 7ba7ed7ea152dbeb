import type { Answer } from "../../../api/answers";
import type { components } from "../../../api/schema";

export type EventForm = components["schemas"]["EventForm"];
export type Event = Answer<"/api/admin/events/{eventId}", "get">;
export type Schedule = Event["schedules"][number];
type Cast = Record<string, string[]>;

const COLOURS = ["#840f35", "#d8701a", "#0f9593", "#175ab6", "#4d2376", "#6f6200"];

export function emptyForm(hallId = ""): EventForm {
  return {
    title: "",
    artist: "",
    description: "",
    hallId,
    startsOn: "",
    endsOn: "",
    posterUrl: "",
    hasOPSeats: true,
    holdSeconds: 300,
    seatsPerPersonMax: 4,
    active: true,
    grades: [{ code: "R", price: 100_000, color: COLOURS[0]!, description: "" }],
    cast: {},
    refundSteps: [
      { daysBefore: 3, feePercent: 0 },
      { daysBefore: 2, feePercent: 10 },
      { daysBefore: 1, feePercent: 20 },
      { daysBefore: 0, feePercent: 30 },
    ],
  };
}

export function formOf(event: Event): EventForm {
  return {
    title: event.title,
    artist: event.artist,
    description: event.description,
    hallId: event.hallId,
    startsOn: event.startsOn,
    endsOn: event.endsOn,
    posterUrl: event.posterUrl,
    hasOPSeats: event.hasOPSeats,
    holdSeconds: event.holdSeconds,
    seatsPerPersonMax: event.seatsPerPersonMax,
    active: event.active,
    grades: event.grades.map(({ code, price, color, description }) => ({
      code,
      price,
      color,
      description,
    })),
    cast: event.cast,
    refundSteps: event.refundSteps.map(({ daysBefore, feePercent }) => ({
      daysBefore,
      feePercent,
    })),
  };
}

/** Grades of the hall that the form lacks come after those it has. */
export function withGrades(form: EventForm, grades: readonly string[]): EventForm {
  const known = new Set(form.grades.map((one) => one.code));
  const added = grades.filter((one) => !known.has(one));
  const isUntouched = form.grades.length === 1 && !grades.includes(form.grades[0]!.code);
  const kept = isUntouched ? [] : form.grades;
  return {
    ...form,
    grades: [
      ...kept,
      ...added.map((code, i) => ({
        code,
        price: 100_000,
        color: COLOURS[(kept.length + i) % COLOURS.length]!,
        description: "",
      })),
    ],
  };
}

export function nextColour(form: EventForm): string {
  return COLOURS[form.grades.length % COLOURS.length]!;
}

/** Roles with their names, as lines of a form. */
export function linesOf(cast: Cast | null | undefined): { role: string; people: string }[] {
  return Object.entries(cast ?? {}).map(([role, people]) => ({ role, people: people.join(", ") }));
}

export function castOf(lines: readonly { role: string; people: string }[]): Cast {
  const cast: Cast = {};
  for (const { role, people } of lines) {
    if (role.trim() === "") continue;
    cast[role.trim()] = people
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "");
  }
  return cast;
}

export function hasSaleStarted(event: Event, now: number): boolean {
  return event.schedules.some((one) => Date.parse(one.saleOpensAt) <= now);
}
