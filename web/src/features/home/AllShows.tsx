import { ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { timeOfDay } from "../../lib/format";
import { Notice } from "../../ui/Notice";
import { Filters } from "./Filters";
import { ShowList } from "./ShowList";
import { currentFirst, fits, lastList, useFacets, useShows, type Wish } from "./shows";
import { text } from "./text";

/** The list with its filters, in every state: loading, found, nothing, from memory, failed. */
export function AllShows(props: {
  wish: Wish;
  now: number;
  onChange: (change: Partial<Wish>) => void;
}) {
  const t = useText(text);
  const { wish, now, onChange } = props;
  const found = useShows(wish);
  const facets = useFacets(wish);
  const kept = found.isError ? lastList() : null;
  const listed = (found.data?.items ?? kept?.items ?? []).filter((show) =>
    fits(show, wish.sale, now),
  );
  const shows = currentFirst(listed, now);
  const isSimilar = found.data?.similar ?? false;

  if (found.isError && kept === null && found.data === undefined) {
    return <ProblemPage error={found.error} retry={() => void found.refetch()} />;
  }
  return (
    <section className="all-shows" aria-labelledby="all">
      <h2 className="title-2" id="all">
        {wish.query === "" || found.isPending
          ? t("all")
          : isSimilar
            ? t("similarFound", { query: wish.query, n: shows.length })
            : t("found", { n: shows.length })}
      </h2>
      <Filters wish={wish} facets={facets.data} onChange={onChange} />
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
        <Nothing wish={wish} onChange={onChange} />
      )}
    </section>
  );
}

function Nothing(props: { wish: Wish; onChange: (change: Partial<Wish>) => void }) {
  const t = useText(text);
  const { wish, onChange } = props;
  const isFiltered = wish.city !== "" || wish.month !== "any" || wish.sale !== "any";
  return (
    <div className="nothing">
      <p>{wish.query ? t("nothing", { query: wish.query }) : t("nothingFiltered")}</p>
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
