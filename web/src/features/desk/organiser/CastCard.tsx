import { useState } from "react";
import { useText } from "../../../i18n/useText";
import { Icon } from "../../../ui/Icon";
import { castOf, linesOf } from "./eventForm";
import type { CardProps } from "./EventEditor";
import { text } from "./text";

/** Who plays which role in all dates together. */
export function CastCard({ form, set, isOver }: CardProps) {
  const t = useText(text);
  const [lines, setLines] = useState(() => linesOf(form.cast));
  const keep = (next: typeof lines) => {
    setLines(next);
    set({ cast: castOf(next) });
  };
  return (
    <section className="card office-card" aria-labelledby="event-cast">
      <h2 id="event-cast" className="title-3">
        {t("cast")}
      </h2>
      <ul className="office-lines">
        {lines.map((line, i) => (
          <li key={i} className="office-role">
            <input
              className="input"
              aria-label={`${t("role")} ${i + 1}`}
              placeholder={t("role")}
              value={line.role}
              maxLength={100}
              disabled={isOver}
              onChange={({ currentTarget: { value } }) =>
                keep(lines.map((one, n) => (n === i ? { ...one, role: value } : one)))
              }
            />
            <input
              className="input"
              aria-label={`${line.role || t("role")} ${t("people")}`}
              placeholder={t("people")}
              value={line.people}
              disabled={isOver}
              onChange={({ currentTarget: { value } }) =>
                keep(lines.map((one, n) => (n === i ? { ...one, people: value } : one)))
              }
            />
            {isOver ? null : (
              <button
                type="button"
                className="icon-button"
                aria-label={`${line.role || t("role")} ${t("remove")}`}
                onClick={() => keep(lines.filter((_, n) => n !== i))}
              >
                <Icon name="close" size={20} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {isOver ? null : (
        <button
          type="button"
          className="button button-small office-start"
          onClick={() => setLines([...lines, { role: "", people: "" }])}
        >
          {t("addRole")}
        </button>
      )}
    </section>
  );
}
