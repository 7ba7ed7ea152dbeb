import { Link } from "wouter";
import { useText } from "../../i18n/useText";
import { saveCalendarFile } from "../../lib/calendar";
import { clock, countdown, day, isoDuration, name, timeOfDay } from "../../lib/format";
import { keys, read, readJson, type Entry } from "../../lib/storage";
import { rememberShow } from "../waiting-room/show";
import { hasOtherDates, type Phase, type Schedule, type Show } from "./sale";
import { RemindBell } from "./RemindBell";
import { text } from "./text";

interface Props {
  show: Show;
  schedule: Schedule;
  phase: Phase;
  now: number;
}

/** The countdown and the one button, which changes in place when the sale opens. */
export function SaleAction(props: Props) {
  const t = useText(text);
  const { schedule, phase, now } = props;
  const left = Date.parse(schedule.saleOpensAt) - now;
  return (
    <div className="sale-action">
      {left > 0 && phase !== "cancelled" ? (
        <p className="sale-count">
          <span className="caption ink-3">
            {t("opensIn")}
            <span className="num">{t("serverTime", { at: clock(now) })}</span>
          </span>
          <time role="timer" dateTime={isoDuration(left)}>
            {countdown(left)}
          </time>
        </p>
      ) : phase === "join" || phase === "seats" ? (
        <p className="sale-date caption ink-3 num" aria-hidden="true">
          {day(schedule.startsAt, now)}
          <b>{timeOfDay(schedule.startsAt)}</b>
        </p>
      ) : null}
      <Action {...props} />
    </div>
  );
}

function Action({ show, schedule, phase, now }: Props) {
  const t = useText(text);
  const wide = "button button-primary button-wide";
  const entry = readJson<Entry>(keys.entry(schedule.id));
  if (entry && Date.parse(entry.expiresAt) > now && (phase === "join" || phase === "seats")) {
    return (
      <Link className={wide} href={`/seats/${schedule.id}`}>
        {t("resumeEntry")}
      </Link>
    );
  }
  switch (phase) {
    case "remind":
      return (
        <>
          <RemindBell showId={show.id} scheduleId={schedule.id} />
          <button
            type="button"
            className="button button-line button-wide"
            onClick={() => saveCalendarFile(openingOf(show, schedule), now)}
          >
            {t("remind")}
          </button>
        </>
      );
    case "lobby":
    case "join":
      return (
        <a
          className={wide}
          href={`/queue/${schedule.id}`}
          onClick={() => rememberShow(schedule, show)}
        >
          {read(keys.receipt(schedule.id)) === null
            ? t(phase === "lobby" ? "lobby" : "join")
            : t("resumeQueue")}
        </a>
      );
    case "opensSoon":
      return (
        <button type="button" className={wide} aria-disabled="true">
          {t("opensSoon")}
        </button>
      );
    case "seats":
      return (
        <Link className={wide} href={`/seats/${schedule.id}`}>
          {t("seats")}
        </Link>
      );
    case "soldOut":
    case "over":
    case "cancelled":
      return hasOtherDates(show, schedule, now) ? (
        <a className="button button-wide" href="#dates">
          {t("otherDates")}
        </a>
      ) : (
        <Link className="button button-wide" href="/">
          {t("otherShows")}
        </Link>
      );
  }
}

function openingOf(show: Show, schedule: Schedule) {
  return {
    uid: `opening-${schedule.id}`,
    title: text("calendarTitle", { title: name(show.title) }),
    startsAt: Date.parse(schedule.saleOpensAt),
    minutes: 15,
    where: "",
    notes: name(show.venue),
    url: `${window.location.origin}/events/${show.id}`,
    remindMinutesBefore: 10,
  };
}
