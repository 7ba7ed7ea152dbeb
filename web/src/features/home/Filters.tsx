import { useText } from "../../i18n/useText";
import { city } from "../../lib/format";
import type { Month, Sale, Wish } from "./shows";
import { text } from "./text";

const sales = [
  ["any", "any"],
  ["onSale", "onSale"],
  ["opening", "opening"],
] as const satisfies [Sale, string][];

export function Filters(props: {
  wish: Wish;
  cities: string[];
  onChange: (change: Partial<Wish>) => void;
}) {
  const t = useText(text);
  const { wish, cities, onChange } = props;
  return (
    <div className="chips" role="group" aria-label={t("filters")}>
      {sales.map(([sale, label]) => (
        <button
          key={sale}
          type="button"
          className="chip"
          aria-pressed={wish.sale === sale}
          onClick={() => onChange({ sale })}
        >
          {t(label)}
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
          <option key={one} value={one}>
            {city(one)}
          </option>
        ))}
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
