import { type FormEvent, useState } from "react";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { serverNow } from "../../../lib/clock";
import { showTime } from "../../../lib/format";
import { Field } from "../../../ui/Field";
import { Sheet } from "../../../ui/Sheet";
import { castOf, type Event, linesOf, type Schedule } from "./eventForm";
import { SaveProblem } from "./SaveProblem";
import { text } from "./text";
import { fromWall, toWall } from "./times";
import { useEventChange } from "./useEventChange";

const HOURS = 3_600_000;

/** A date with its sale window, waiting room and cast; null makes a new one. */
export function ScheduleSheet(props: {
  event: Event;
  schedule: Schedule | null;
  onClose: () => void;
}) {
  const t = useText(text);
  const { event, schedule } = props;
  const [now] = useState(serverNow);
  const [startsAt, setStartsAt] = useState(
    schedule ? toWall(schedule.startsAt) : `${event.startsOn}T19:30`,
  );
  const [closesAt, setClosesAt] = useState(schedule ? toWall(schedule.saleClosesAt) : "");
  const isStarted = schedule !== null && Date.parse(schedule.saleOpensAt) <= now;
  const save = useEventChange(
    event.id,
    (form: FormData) => {
      const value = (key: string) => String(form.get(key) ?? "").trim();
      const roles = Object.keys(event.cast);
      const freeDays = value("freeDays");
      const body = {
        startsAt: fromWall(startsAt),
        endsAt: fromWall(value("endsAt")) || null,
        saleOpensAt: isStarted ? schedule.saleOpensAt : fromWall(value("saleOpensAt")),
        saleClosesAt: fromWall(closesAt) || fromWall(startsAt),
        queued: form.get("queued") === "on",
        casting: castOf(
          roles
            .map((role, i) => ({ role, people: value(`cast-${i}`) }))
            .filter(({ people }) => people !== ""),
        ),
        freeCancellationDays: freeDays === "" ? null : Number(freeDays),
      };
      return schedule
        ? call("/api/admin/events/{eventId}/schedules/{scheduleId}", "put", {
            path: { eventId: event.id, scheduleId: schedule.id },
            body: { ...body, playSequence: schedule.playSequence },
            signedIn: true,
          })
        : call("/api/admin/events/{eventId}/schedules", "post", {
            path: { eventId: event.id },
            body,
            signedIn: true,
          });
    },
    props.onClose,
  );
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    save.mutate(new FormData(submitted.currentTarget));
  };
  const casting = new Map(linesOf(schedule?.casting).map(({ role, people }) => [role, people]));
  return (
    <Sheet open onClose={props.onClose} labelledBy="schedule-title">
      <h2 id="schedule-title" className="title-2">
        {schedule ? showTime(schedule.startsAt) : t("addSchedule")}
      </h2>
      <form className="stack" onSubmit={submit}>
        <Field
          label={t("startsAt")}
          type="datetime-local"
          value={startsAt}
          min={`${event.startsOn}T00:00`}
          max={`${event.endsOn}T23:59`}
          required
          onChange={(changed) => setStartsAt(changed.currentTarget.value)}
        />
        <Field
          label={t("endsAt")}
          name="endsAt"
          type="datetime-local"
          defaultValue={toWall(schedule?.endsAt)}
        />
        <Field
          label={t("saleOpensAt")}
          name="saleOpensAt"
          type="datetime-local"
          defaultValue={toWall(schedule?.saleOpensAt ?? new Date(now + 24 * HOURS).toISOString())}
          required
          disabled={isStarted}
        />
        <Field
          label={t("saleClosesAt")}
          type="datetime-local"
          value={closesAt || startsAt}
          required
          onChange={(changed) => setClosesAt(changed.currentTarget.value)}
        />
        <label className="checkbox">
          <input type="checkbox" name="queued" defaultChecked={schedule?.queued ?? false} />
          <span>{t("queued")}</span>
        </label>
        {Object.keys(event.cast).length > 0 ? (
          <fieldset className="stack">
            <legend className="small">
              <b>{t("casting")}</b>
            </legend>
            <p className="caption ink-3">{t("castingHint")}</p>
            {Object.keys(event.cast).map((role, i) => (
              <Field
                key={role}
                label={role}
                name={`cast-${i}`}
                defaultValue={casting.get(role) ?? ""}
                hint={(event.cast[role] ?? []).join(", ")}
              />
            ))}
          </fieldset>
        ) : null}
        {isStarted ? (
          <Field
            label={t("freeDays")}
            hint={t("freeDaysHint")}
            name="freeDays"
            type="number"
            min={1}
            max={60}
          />
        ) : null}
        {save.isError ? <SaveProblem error={save.error} /> : null}
        <button className="button button-primary button-wide" disabled={save.isPending}>
          {t(save.isPending ? "saving" : "save")}
        </button>
      </form>
    </Sheet>
  );
}
