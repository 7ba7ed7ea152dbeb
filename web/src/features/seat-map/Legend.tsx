import { useText } from "../../i18n/useText";
import { ACCESSIBLE, RESTRICTED } from "./engine/plan";
import type { Hall } from "./hall";
import { text } from "./text";

/** What the signs on the map mean; only those this hall has. */
export function Legend({ hall }: { hall: Hall }) {
  const t = useText(text);
  const has = (flag: number) => hall.plan.flags.some((flags) => (flags & flag) !== 0);
  return (
    <section>
      <h2 className="title-3">{t("key")}</h2>
      <ul className="legend">
        <li>
          <svg viewBox="0 0 22 22" aria-hidden="true">
            <rect className="key-mine" x="1" y="1" width="20" height="20" rx="6" />
            <path className="key-check" d="m6.5 11.5 3 3 6-6.5" />
          </svg>
          {t("keyMine")}
        </li>
        <li>
          <svg viewBox="0 0 22 22" aria-hidden="true">
            <circle className="key-held" cx="11" cy="11" r="7" />
          </svg>
          {t("keyHeld")}
        </li>
        <li>
          <svg viewBox="0 0 22 22" aria-hidden="true">
            <circle className="key-sold" cx="11" cy="11" r="3.5" />
          </svg>
          {t("keySold")}
        </li>
        {has(ACCESSIBLE) ? (
          <li>
            <svg viewBox="0 0 22 22" aria-hidden="true">
              <circle className="key-dot" cx="9.5" cy="3.5" r="1.9" />
              <path
                className="key-line"
                d="M9.5 7l.7 5h5l2 6M9.8 9.5h4.4M7.4 10.7a5 5 0 1 0 6.6 6"
              />
            </svg>
            {t("keyAccessible")}
          </li>
        ) : null}
        {has(RESTRICTED) ? (
          <li>
            <svg viewBox="0 0 22 22" aria-hidden="true">
              <circle className="key-halo" cx="11" cy="11" r="9" />
              <circle className="key-seat" cx="11" cy="11" r="5.5" />
            </svg>
            {t("keyRestricted")}
          </li>
        ) : null}
      </ul>
    </section>
  );
}
