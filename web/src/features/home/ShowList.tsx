import { Link } from "wouter";
import { useText } from "../../i18n/useText";
import { city, shortRange, money, name, names } from "../../lib/format";
import { Poster } from "../../ui/Poster";
import { Marked } from "./Marked";
import { saleOf, type Show } from "./shows";
import { text } from "./text";
import { whenOpens } from "./when";

/** Rows with small posters on phones, posters in four on desktops. */
export function ShowList({ shows, now, term }: { shows: Show[]; now: number; term: string }) {
  return (
    <ul className="show-list">
      {shows.map((show) => (
        <li key={show.id}>
          <ShowCard show={show} now={now} term={term} />
        </li>
      ))}
    </ul>
  );
}

function ShowCard({ show, now, term }: { show: Show; now: number; term: string }) {
  const t = useText(text);
  const title = names(show.title);
  return (
    <Link href={`/events/${show.id}`} className="show">
      <Poster url={show.posterUrl} />
      <div className="show-facts">
        <SaleBadge show={show} now={now} />
        <h3 className="title-3">
          <Marked text={title.main} term={term} />
        </h3>
        {title.other ? (
          <p className="caption ink-3">
            <Marked text={title.other} term={term} />
          </p>
        ) : null}
        <p className="small ink-3">
          {name(show.venue)} · {city(show.city)}
        </p>
        <p className="small ink-3 num">{shortRange(show.startsOn, show.endsOn)}</p>
        <p className="show-price num">{t("priceFrom", { price: money(show.priceFrom) })}</p>
      </div>
    </Link>
  );
}

export function SaleBadge({ show, now }: { show: Show; now: number }) {
  const t = useText(text);
  switch (saleOf(show, now)) {
    case "onSale":
      return <span className="badge badge-go">{t("onSale")}</span>;
    case "opening":
      return (
        <span className="badge badge-accent num">
          {t("opensAt", { at: whenOpens(show.saleOpensAt ?? "", now) })}
        </span>
      );
    case "soldOut":
      return <span className="badge">{t("soldOut")}</span>;
    case "cancelled":
      return <span className="badge badge-stop">{t("cancelled")}</span>;
    case "ended":
    case "none":
      return <span className="badge">{t("ended")}</span>;
  }
}
