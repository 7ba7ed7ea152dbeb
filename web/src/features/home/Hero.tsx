import { Link } from "wouter";
import { useText } from "../../i18n/useText";
import { city, countdown, shortRange, isoDuration, name, names } from "../../lib/format";
import { Poster } from "../../ui/Poster";
import type { Show } from "./shows";
import { text } from "./text";
import { whenOpens } from "./when";

const AN_HOUR = 3_600_000;

/** What opens next; what can be had now, when nothing does. */
export function Hero({ show, now, opens }: { show: Show; now: number; opens: boolean }) {
  const t = useText(text);
  const left = Date.parse(show.saleOpensAt ?? "") - now;
  const title = names(show.title);
  return (
    <section className="hero" aria-labelledby="next">
      {show.posterUrl ? <img className="hero-back" src={show.posterUrl} alt="" /> : null}
      <div className="hero-inside">
        <div>
          <p className="hero-when num">
            <span className={opens ? "cue hero-ring" : "cue cue-go"} aria-hidden="true" />
            {opens ? t("opensAt", { at: whenOpens(show.saleOpensAt ?? "", now) }) : t("openNow")}
          </p>
          <h2 id="next">{title.main}</h2>
          <p className="hero-facts">
            {name(show.artist)}
            <br />
            {name(show.venue)} · {city(show.city)}
            <br />
            <span className="num">{shortRange(show.startsOn, show.endsOn)}</span>
          </p>
        </div>
        <Poster url={show.posterUrl} isFirst />
        <div className="hero-open">
          {opens ? (
            <p className="hero-count">
              <span>{t("opensIn")}</span>
              <time role="timer" dateTime={isoDuration(left)}>
                {countdown(left)}
              </time>
            </p>
          ) : null}
          <Link href={`/events/${show.id}`} className="button button-paper button-wide">
            {opens ? t(left <= AN_HOUR ? "heroReady" : "heroSee") : t("heroBook")}
          </Link>
        </div>
      </div>
    </section>
  );
}
