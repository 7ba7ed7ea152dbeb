import { useState } from "react";
import { useParams, useSearch } from "wouter";
import { ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { serverNow } from "../../lib/clock";
import { city, dayRange, isoDay, name, names, paragraphs } from "../../lib/format";
import { useServerTime } from "../../lib/useServerTime";
import { useTitle } from "../../lib/useTitle";
import { Icon } from "../../ui/Icon";
import { Poster } from "../../ui/Poster";
import { Calendar } from "./Calendar";
import { ChosenDate } from "./ChosenDate";
import { DateList } from "./DateList";
import { likely, type Schedule, type Show } from "./sale";
import { text } from "./text";
import { useShow } from "./useShow";
import "./event.css";

const DATES_WITHOUT_CALENDAR = 3;

export default function EventPage() {
  const { id = "" } = useParams<{ id: string }>();
  const show = useShow(id);
  if (show.isError && show.data === undefined) {
    return <ProblemPage error={show.error} retry={() => void show.refetch()} />;
  }
  return show.data ? <EventDetails show={show.data} /> : <Skeleton />;
}

/** The page of a show; the desk shows it as a preview, too. */
export function EventDetails({ show }: { show: Show }) {
  const t = useText(text);
  const now = useServerTime();
  useTitle(t("pageTitle", { title: name(show.title) }));
  const [chosenId, choose] = useChosenDate();
  const [first] = useState(() => likely(show.schedules, serverNow()));
  const chosen = show.schedules.find((one) => one.id === chosenId) ?? first;
  return (
    <div className="wrap event">
      <div className="event-main">
        <Facts show={show} />
        {chosen ? <Dates show={show} chosen={chosen} now={now} onChoose={choose} /> : null}
      </div>
      {chosen ? (
        <div className="event-card">
          <ChosenDate key={chosen.id} show={show} schedule={chosen} now={now} />
        </div>
      ) : null}
      <section className="event-text" aria-labelledby="refund">
        <h2 className="title-2" id="refund">
          {t("refund")}
        </h2>
        <p className="ink-2">{t("refundRule")}</p>
      </section>
    </div>
  );
}

/** The date stands in the address, so that back, reload and a shared link keep it. */
function useChosenDate(): [string | null, (schedule: Schedule) => void] {
  const chosenId = new URLSearchParams(useSearch()).get("date");
  const choose = (schedule: Schedule) =>
    window.history.replaceState(null, "", `${window.location.pathname}?date=${schedule.id}`);
  return [chosenId, choose];
}

function Facts({ show }: { show: Show }) {
  const t = useText(text);
  const title = names(show.title);
  return (
    <>
      <div className="event-head">
        <Poster url={show.posterUrl} isFirst />
        <div>
          <h1 className="title-1">{title.main}</h1>
          {title.other ? <p className="small ink-3">{title.other}</p> : null}
          <p className="ink-2">{name(show.artist)}</p>
        </div>
        <ul className="event-facts small" aria-label={t("facts")}>
          <li>
            <Icon name="pin" size={20} />
            {name(show.venue)} {name(show.hall)} · {city(show.city)}
          </li>
          <li className="num">
            <Icon name="calendar" size={20} />
            {dayRange(show.startsOn, show.endsOn)}
          </li>
          <li>
            <Icon name="ticket" size={20} />
            {t("perPerson", { n: show.seatsPerPersonMax })}
          </li>
        </ul>
      </div>
      {show.description ? (
        <section className="event-text" aria-labelledby="story">
          <h2 className="title-2" id="story">
            {t("story")}
          </h2>
          {paragraphs(show.description).map((one) => (
            <p key={one} className="ink-2 event-story">
              {one}
            </p>
          ))}
        </section>
      ) : null}
    </>
  );
}

function Dates(props: {
  show: Show;
  chosen: Schedule;
  now: number;
  onChoose: (schedule: Schedule) => void;
}) {
  const t = useText(text);
  const { show, chosen, now, onChoose } = props;
  const roles = Object.keys(show.cast).filter((role) =>
    show.schedules.some((one) => (one.casting[role] ?? []).length > 0),
  );
  const [role, setRole] = useState<string | null>(roles[0] ?? null);
  const sameDay = show.schedules.filter((one) => isoDay(one.startsAt) === isoDay(chosen.startsAt));
  const isLong = show.schedules.length > DATES_WITHOUT_CALENDAR;
  return (
    <section className="event-dates" aria-labelledby="dates">
      <h2 className="title-2" id="dates" tabIndex={-1}>
        {t(roles.length > 0 ? "dates" : "datesOnly")}
      </h2>
      {isLong && roles.length > 1 ? (
        <div className="segments" role="group" aria-label={t("role")}>
          {roles.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === role}
              onClick={() => setRole(one)}
            >
              {name(one)}
            </button>
          ))}
        </div>
      ) : null}
      {isLong ? (
        <Calendar
          schedules={show.schedules}
          chosen={chosen}
          role={role}
          now={now}
          onChoose={onChoose}
        />
      ) : (
        <DateList schedules={show.schedules} chosen={chosen} now={now} onChoose={onChoose} />
      )}
      {isLong && sameDay.length > 1 ? (
        <DateList schedules={sameDay} chosen={chosen} now={now} onChoose={onChoose} />
      ) : null}
    </section>
  );
}

function Skeleton() {
  return (
    <div className="wrap event" aria-hidden="true">
      <div className="event-main">
        <div className="event-head">
          <span className="poster skeleton" />
          <span className="skeleton event-title-waiting" />
        </div>
        <span className="skeleton event-block-waiting" />
      </div>
      <div className="event-card">
        <span className="skeleton event-block-waiting" />
      </div>
    </div>
  );
}
