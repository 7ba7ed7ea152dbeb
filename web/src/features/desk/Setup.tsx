import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { name, showTime } from "../../lib/format";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { Select } from "./Select";
import { text } from "./text";
import type { Place } from "./useDesk";

/** Tickets are good until a day after the show has begun. */
const ENTER_MILLIS = 24 * 3_600_000;

/** The show and the door of a scanner. */
export function Setup(props: { loading: number | null; onStart: (place: Place) => Promise<void> }) {
  const t = useText(text);
  const [eventId, setEvent] = useState("");
  const [hasFailed, setFailed] = useState(false);
  const [since] = useState(() => Date.now() - ENTER_MILLIS);
  const shows = useQuery({
    queryKey: ["desk-shows"],
    queryFn: ({ signal }) => call("/api/events", "get", { query: { size: 100 }, signal }),
  });
  const show = useQuery({
    queryKey: ["desk-show", eventId],
    queryFn: ({ signal }) => call("/api/events/{eventId}", "get", { path: { eventId }, signal }),
    enabled: eventId !== "",
  });
  const dates = (show.data?.schedules ?? []).filter(
    (one) => Date.parse(one.startsAt) > since && one.status !== "CANCELLED",
  );
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const scheduleId = String(form.get("schedule"));
    const date = dates.find((one) => one.id === scheduleId);
    const door = String(form.get("door")).trim();
    if (!show.data || !date || door === "") return;
    setFailed(false);
    props
      .onStart({
        scheduleId,
        eventId,
        show: `${name(show.data.title)} · ${showTime(date.startsAt)}`,
        door,
      })
      .catch(() => setFailed(true));
  };
  return (
    <form className="desk-form" onSubmit={start}>
      <Select
        label={t("show")}
        name="show"
        required
        value={eventId}
        onChange={(event) => setEvent(event.target.value)}
      >
        <option value="">{t("chooseShow")}</option>
        {shows.data?.items.map((one) => (
          <option key={one.id} value={one.id}>
            {name(one.title)}
          </option>
        ))}
      </Select>
      <Select label={t("date")} name="schedule" required disabled={dates.length === 0}>
        <option value="">{t(show.data && dates.length === 0 ? "noDates" : "chooseDate")}</option>
        {dates.map((one) => (
          <option key={one.id} value={one.id}>
            {showTime(one.startsAt)}
          </option>
        ))}
      </Select>
      <Field label={t("door")} name="door" required maxLength={20} autoComplete="off" />
      {hasFailed || shows.isError || show.isError ? (
        <Notice tone="stop" alert>
          {t("loadFailed")}
        </Notice>
      ) : null}
      <button className="button button-primary" disabled={props.loading !== null}>
        {props.loading === null ? t("start") : t("loading", { n: props.loading })}
      </button>
    </form>
  );
}
