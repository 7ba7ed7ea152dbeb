import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { count } from "../../../lib/format";
import { GradeMark } from "../../../ui/GradeMark";
import { Icon } from "../../../ui/Icon";
import { looksOf } from "../../../ui/grades";
import { type Event, nextColour, withGrades } from "./eventForm";
import type { CardProps } from "./EventEditor";
import { countsByGrade, hallOfForm } from "./hall/layout";
import { text } from "./text";

/** The one place where prices stand. Looks go by price, the same everywhere. */
export function GradesCard(props: CardProps & { event: Event | null }) {
  const t = useText(text);
  const { form, set, isOver, isLocked } = props;
  const counts = useHallCounts(form.hallId);
  const looks = looksOf(form.grades.map(({ code, price }) => ({ grade: code, price })));
  const change = (index: number, part: Partial<(typeof form.grades)[number]>) =>
    set({ grades: form.grades.map((one, i) => (i === index ? { ...one, ...part } : one)) });
  return (
    <section className="card office-card" aria-labelledby="event-grades">
      <div className="row">
        <h2 id="event-grades" className="title-3 grow">
          {t("grades")}
        </h2>
        {isLocked ? <Icon name="lock" size={20} /> : null}
      </div>
      <p className="small ink-2">{t("gradesLead")}</p>
      <ul className="office-lines">
        {form.grades.map((grade, i) => (
          <li key={i} className="office-grade">
            <GradeMark look={looks.get(grade.code) ?? 6} />
            <input
              className="input"
              aria-label={`${t("gradeCode")} ${i + 1}`}
              value={grade.code}
              required
              maxLength={20}
              disabled={isOver || isLocked}
              onChange={(event) => change(i, { code: event.currentTarget.value })}
            />
            <input
              className="input num"
              type="number"
              aria-label={`${grade.code} ${t("gradePrice")}`}
              min={0}
              max={100_000_000}
              step={1000}
              value={Number.isNaN(grade.price) ? "" : grade.price}
              required
              disabled={isOver || isLocked}
              onChange={(event) => change(i, { price: event.currentTarget.valueAsNumber })}
            />
            <input
              className="input office-grade-note"
              aria-label={`${grade.code} ${t("gradeNote")}`}
              placeholder={t("gradeNote")}
              value={grade.description ?? ""}
              maxLength={500}
              disabled={isOver}
              onChange={(event) => change(i, { description: event.currentTarget.value })}
            />
            <span className="num small ink-2 office-grade-seats">
              {counts ? t("seats", { n: count(counts.get(grade.code) ?? 0) }) : ""}
            </span>
            {isOver || isLocked ? null : (
              <button
                type="button"
                className="icon-button"
                aria-label={`${grade.code} ${t("remove")}`}
                disabled={form.grades.length === 1}
                onClick={() => set({ grades: form.grades.filter((_, n) => n !== i) })}
              >
                <Icon name="close" size={20} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {isOver || isLocked ? null : (
        <div className="row office-wrap">
          <button
            type="button"
            className="button button-small"
            onClick={() =>
              set({
                grades: [
                  ...form.grades,
                  { code: "", price: 50_000, color: nextColour(form), description: "" },
                ],
              })
            }
          >
            {t("addGrade")}
          </button>
          {counts ? (
            <button
              type="button"
              className="button button-small"
              onClick={() => set(withGrades(form, [...counts.keys()]))}
            >
              {t("fromHall")}
            </button>
          ) : null}
        </div>
      )}
    </section>
  );
}

/** How many seats of each grade the chosen hall has. */
function useHallCounts(hallId: string): Map<string, number> | null {
  const venues = useQuery({
    queryKey: ["desk-venues", "to choose from"],
    queryFn: ({ signal }) =>
      call("/api/admin/venues", "get", { query: { size: 100 }, signedIn: true, signal }),
  });
  const venueId =
    venues.data?.items.find((venue) => venue.halls.some((hall) => hall.id === hallId))?.id ?? "";
  const hall = useQuery({
    queryKey: ["desk-hall-counts", hallId],
    queryFn: ({ signal }) =>
      call("/api/admin/venues/{venueId}/halls/{hallId}", "get", {
        path: { venueId, hallId },
        signedIn: true,
        signal,
      }),
    enabled: venueId !== "",
  });
  return hall.data ? countsByGrade(hallOfForm(hall.data.layout)) : null;
}
