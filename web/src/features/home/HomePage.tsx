import { useCallback } from "react";
import { useText } from "../../i18n/useText";
import { useServerTime } from "../../lib/useServerTime";
import { useTitle } from "../../lib/useTitle";
import { AllShows } from "./AllShows";
import { Hero } from "./Hero";
import { OpeningSoon } from "./OpeningSoon";
import { SearchBox } from "./SearchBox";
import { anything, openings, saleOf, useShows } from "./shows";
import { text } from "./text";
import { useWish } from "./useWish";
import "./home.css";

export default function HomePage() {
  const t = useText(text);
  useTitle(t("pageTitle"));
  const now = useServerTime();
  const [wish, change] = useWish();
  const search = useCallback((query: string) => change({ query }), [change]);
  return (
    <div className="wrap home home-front">
      <h1 className="hidden-text">{t("title")}</h1>
      <SearchBox query={wish.query} onSearch={search} />
      {wish.query === "" ? <Lead now={now} /> : null}
      <AllShows wish={wish} now={now} onChange={change} />
    </div>
  );
}

/** As large as what comes, so that nothing below moves. */
function LeadWaiting() {
  return (
    <div className="lead lead-waiting" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  );
}

/** What opens next, and after that. */
function Lead({ now }: { now: number }) {
  const all = useShows(anything);
  if (all.data === undefined) {
    return all.isError ? null : <LeadWaiting />;
  }
  const soon = openings(all.data.items, now);
  const first = soon[0] ?? all.data.items.find((show) => saleOf(show, now) === "onSale");
  return (
    <div className="lead">
      {first ? <Hero show={first} now={now} opens={soon.length > 0} /> : null}
      <OpeningSoon shows={soon} now={now} />
    </div>
  );
}
