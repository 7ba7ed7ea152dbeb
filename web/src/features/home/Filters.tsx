import { useText } from "../../i18n/useText";
import { city } from "../../lib/format";
import type { Facets, Month, Sale, Wish } from "./shows";
import { text } from "./text";

const sales = [
  ["any", "any", ""],
  ["onSale", "onSale", "ON_SALE"],
  ["opening", "opening", "OPENING"],
] as const satisfies [Sale, string, string][];

/** The filters, each with the number of shows that it would leave. */
export function Filters(props: {
  wish: Wish;
  facets: Facets | undefined;
  onChange: (change: Partial<Wish>) => void;
}) {
  const t = useText(text);
  const { wish, facets, onChange } = props;
  const cities = facets?.cities ?? [];
  const count = (value: string) => facets?.sales.find((one) => one.value === value)?.count;
  return (
    <div className="chips" role="group" aria-label={t("filters")}>
      {sales.map(([sale, label, value]) => (
        <button
          key={sale}
          type="button"
          className="chip"
          aria-pressed={wish.sale === sale}
          onClick={() => onChange({ sale })}
        >
          {t(label)} <Count of={count(value)} />
        </button>
      ))}
      <select
        className="chip chip-select"
        aria-label={t("city")}
        value={wish.city}
        onChange={(event) => onChange({ city: event.target.value })}
      >
        <option value="">{t("anyCity")}</option>
        {cities.map((one) => (
          <option key={one.value} value={one.value}>
            {city(one.value)} ({one.count})
          </option>
        ))}
        {wish.city !== "" && !cities.some((one) => one.value === wish.city) ? (
          <option value={wish.city}>{city(wish.city)}</option>
        ) : null}
      </select>
      <select
        className="chip chip-select"
        aria-label={t("month")}
        value={wish.month}
        onChange={(event) => onChange({ month: event.target.value as Month })}
      >
        <option value="any">{t("anyMonth")}</option>
        <option value="this">{t("thisMonth")}</option>
        <option value="next">{t("nextMonth")}</option>
      </select>
    </div>
  );
}

/** Not part of a filter's name, which stays the same while the numbers change. */
function Count({ of }: { of: number | undefined }) {
  return of === undefined ? null : (
    <span className="num filter-count" aria-hidden="true">
      {of}
    </span>
  );
}
