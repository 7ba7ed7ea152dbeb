import { readJson, writeJson } from "../../lib/storage";

/**
 * Of the show the fan waits for. The page that leads to the line leaves it on the device: the waiting
 * room itself asks the catalogue for nothing, because in a rush everybody would.
 */
export interface ShowFacts {
  title: string;
  venue: string;
  startsAt: string;
  eventId: string;
  posterUrl: string;
}

const key = (scheduleId: string) => `onsale.show.${scheduleId}`;

export function rememberShow(
  schedule: { id: string; eventId: string; startsAt: string },
  show: { title: string; venue: string; posterUrl: string },
): void {
  const { title, venue, posterUrl } = show;
  const { eventId, startsAt } = schedule;
  writeJson(key(schedule.id), { title, venue, posterUrl, eventId, startsAt } satisfies ShowFacts);
}

export function rememberedShow(scheduleId: string): ShowFacts | null {
  return readJson<ShowFacts>(key(scheduleId));
}
