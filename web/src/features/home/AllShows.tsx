import { Link } from "wouter";
import { ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { name, timeOfDay } from "../../lib/format";
import { Notice } from "../../ui/Notice";
import { Filters } from "./Filters";
import { ShowList } from "./ShowList";
import { anything, currentFirst, fits, lastList, similar, useShows, type Wish } from "./shows";
import { text } from "./text";

/** The list with its filters, in every state: loading, found, nothing, from memory, failed. */
export function AllShows(props: {
  wish: Wish;
  now: number;
  onChange: (change: Partial<Wish>) => void;
}) {
  const t = useText(text);
  const { wish, now, onChange } = props;
  const all = useShows(anything);
  const found = useShows(wish);
  const kept = found.isError ? lastList() : null;
  const listed = (found.data ?? kept?.items ?? []).filter((show) => fits(show, wish.sale, now));
  const shows = currentFirst(listed, now);
  const cities = [...new Set((all.data ?? []).map((show) => show.city))].sort();

  if (found.isError && kept === null && found.data === undefined) {
    return <ProblemPage error={found.error} retry={() => void found.refetch()} />;
  }
  return (
    <section className="all-shows" aria-labelledby="all">
      <h2 className="title-2" id="all">
        {wish.query === "" || found.isPending ? t("all") : t("found", { n: shows.length })}
      </h2>
      <Filters wish={wish} cities={cities} onChange={onChange} />
      {found.isError ? (
        <Notice icon="offline" alert>
          {kept ? t("asOf", { at: timeOfDay(kept.at) }) : null}{" "}
          <button type="button" onClick={() => void found.refetch()}>
            {t("retry")}
          </button>
        </Notice>
      ) : null}
      <p className="hidden-text" role="status">
        {found.isPending ? "" : t("found", { n: shows.length })}
      </p>
      {found.isPending ? (
        <Skeleton />
      ) : shows.length > 0 ? (
        <ShowList shows={shows} now={now} term={wish.query} />
      ) : (
        <Nothing wish={wish} names={similar(all.data ?? [], wish.query)} onChange={onChange} />
      )}
    </section>
  );
}

function Nothing(props: {
  wish: Wish;
  names: { id: string; title: string }[];
  onChange: (change: Partial<Wish>) => void;
}) {
  const t = useText(text);
  const { wish, names: likely, onChange } = props;
  const isFiltered = wish.city !== "" || wish.month !== "any" || wish.sale !== "any";
  return (
    <div className="nothing">
      <p>{wish.query ? t("nothing", { query: wish.query }) : t("nothingFiltered")}</p>
      {likely.length > 0 ? (
        <p className="small">
          {t("similar")}:{" "}
          {likely.map((show) => (
            <Link key={show.id} href={`/events/${show.id}`} className="link">
              {name(show.title)}
            </Link>
          ))}
        </p>
      ) : null}
      {/* Filters first; a search without any leads to all shows. */}
      {isFiltered ? (
        <button
          type="button"
          className="button"
          onClick={() => onChange({ city: "", month: "any", sale: "any" })}
        >
          {t("reset")}
        </button>
      ) : (
        <button type="button" className="button" onClick={() => onChange({ query: "" })}>
          {t("seeAll")}
        </button>
      )}
    </div>
  );
}

function Skeleton() {
  return (
    <div className="show-list" aria-hidden="true">
      {[1, 2, 3, 4].map((n) => (
        <div key={n} className="show">
          <span className="poster skeleton" />
          <div className="show-facts">
            <span className="skeleton skeleton-badge" />
            <span className="skeleton skeleton-line" />
            <span className="skeleton skeleton-line" />
          </div>
        </div>
      ))}
    </div>
  );
}
