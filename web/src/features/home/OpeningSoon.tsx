import { Link } from "wouter";
import { useText } from "../../i18n/useText";
import { city, clock, countdown, isoDay, name, timeOfDay } from "../../lib/format";
import { Icon } from "../../ui/Icon";
import { Poster } from "../../ui/Poster";
import type { Show } from "./shows";
import { text } from "./text";
import { dayName } from "./when";

const SHOWN_MAX = 5;

/** The next openings by day. */
export function OpeningSoon({ shows, now }: { shows: Show[]; now: number }) {
  const t = useText(text);
  const days = byDay(shows.slice(0, SHOWN_MAX));
  return (
    <section className="soon" aria-labelledby="soon">
      <h2 className="title-2" id="soon">
        {t("soon")}
      </h2>
      {shows.length === 0 ? <p className="small ink-3 soon-empty">{t("soonEmpty")}</p> : null}
      {[...days].map(([day, ofDay]) => (
        <div key={day}>
          <h3 className="soon-day">{dayName(ofDay[0]?.saleOpensAt ?? "", now)}</h3>
          <ul>
            {ofDay.map((show) => (
              <li key={show.id}>
                <Link href={`/events/${show.id}`} className="soon-row">
                  <time className="soon-at num" dateTime={show.saleOpensAt ?? ""}>
                    {timeOfDay(show.saleOpensAt ?? "")}
                  </time>
                  <Poster url={show.posterUrl} />
                  <span className="soon-name">
                    <b>{name(show.title)}</b>
                    <span className="caption ink-3">
                      {name(show.venue)} · {city(show.city)}
                    </span>
                  </span>
                  <span className="caption ink-2 num nowrap">
                    {countdown(Date.parse(show.saleOpensAt ?? "") - now)}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className="soon-clock caption ink-3 num">
        <Icon name="clock" size={16} />
        {t("serverTime", { at: clock(now) })}
      </p>
    </section>
  );
}

function byDay(shows: Show[]): Map<string, Show[]> {
  const days = new Map<string, Show[]>();
  for (const show of shows) {
    const day = isoDay(show.saleOpensAt ?? "");
    days.set(day, [...(days.get(day) ?? []), show]);
  }
  return days;
}
