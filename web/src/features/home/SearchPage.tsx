import { useCallback, useState } from "react";
import { useText } from "../../i18n/useText";
import { readJson, remove, writeJson } from "../../lib/storage";
import { useServerTime } from "../../lib/useServerTime";
import { useTitle } from "../../lib/useTitle";
import { AllShows } from "./AllShows";
import { SearchBox } from "./SearchBox";
import { text } from "./text";
import { useWish } from "./useWish";
import "./home.css";

const RECENT = "onsale.searches";
const RECENT_MAX = 6;

export default function SearchPage() {
  const t = useText(text);
  useTitle(`${t("searchTitle")} · Onsale`);
  const now = useServerTime();
  const [wish, change] = useWish();
  const [recent, setRecent] = useState(() => readJson<string[]>(RECENT) ?? []);
  const search = useCallback(
    (query: string, isFinal: boolean) => {
      change({ query });
      if (isFinal && query !== "") {
        setRecent((before) => {
          const after = [query, ...before.filter((one) => one !== query)].slice(0, RECENT_MAX);
          writeJson(RECENT, after);
          return after;
        });
      }
    },
    [change],
  );
  const forget = () => {
    remove(RECENT);
    setRecent([]);
  };
  return (
    <div className="wrap home">
      <h1 className="title-1">{t("searchTitle")}</h1>
      <SearchBox query={wish.query} onSearch={search} focused />
      {wish.query === "" && recent.length > 0 ? (
        <section aria-labelledby="recent" className="recent">
          <div className="recent-head">
            <h2 className="title-3" id="recent">
              {t("recent")}
            </h2>
            <button type="button" onClick={forget}>
              {t("forget")}
            </button>
          </div>
          <div className="chips">
            {recent.map((query) => (
              <button key={query} type="button" className="chip" onClick={() => change({ query })}>
                {query}
              </button>
            ))}
          </div>
        </section>
      ) : null}
      <AllShows wish={wish} now={now} onChange={change} />
    </div>
  );
}
