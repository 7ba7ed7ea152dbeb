import { useText } from "../../i18n/useText";
import { count, money } from "../../lib/format";
import { GradeMark } from "../../ui/GradeMark";
import { text } from "./text";
import type { LiveHall } from "./useHall";

export interface GradeFilter {
  wanted: ReadonlySet<number>;
  toggle: (grade: number) => void;
}

interface Props {
  live: LiveHall;
  filter: GradeFilter;
}

/** Dearest first; shape, name, what is left and the price, each a filter. */
function useGrades({ live, filter }: Props) {
  const { plan, counts, prices, looks } = live.hall;
  return plan.grades
    .map((name, index) => ({
      name,
      index,
      look: looks[index] ?? 6,
      price: prices[index] ?? 0,
      free: counts.byGrade[index] ?? 0,
      isWanted: filter.wanted.has(index),
    }))
    .sort((a, b) => b.price - a.price);
}

export function GradeChips(props: Props) {
  const t = useText(text);
  const grades = useGrades(props);
  return (
    <section className="grade-chips phone-only" aria-label={t("grades")}>
      {grades.map((grade) => (
        <button
          key={grade.index}
          type="button"
          className={`grade-chip${props.live.isKnown && grade.free === 0 ? " is-out" : ""}`}
          aria-pressed={grade.isWanted}
          onClick={() => props.filter.toggle(grade.index)}
        >
          <GradeMark look={grade.look} />
          <span className="grade-chip-name">
            {grade.name}{" "}
            <em className="num">
              {props.live.isKnown ? (grade.free === 0 ? t("soldOut") : count(grade.free)) : ""}
            </em>
          </span>
          <small className="num">{money(grade.price)}</small>
        </button>
      ))}
    </section>
  );
}

export function GradeList(props: Props) {
  const t = useText(text);
  const grades = useGrades(props);
  return (
    <section>
      <h2 className="title-3">{t("grades")}</h2>
      <div className="grade-list" role="group" aria-label={t("grades")}>
        {grades.map((grade) => (
          <button
            key={grade.index}
            type="button"
            className={props.live.isKnown && grade.free === 0 ? "is-out" : ""}
            aria-pressed={grade.isWanted}
            onClick={() => props.filter.toggle(grade.index)}
          >
            <GradeMark look={grade.look} />
            <span>{t("gradeName", { grade: grade.name })}</span>
            <small className="num">{money(grade.price)}</small>
            <em className="num">
              {props.live.isKnown
                ? grade.free === 0
                  ? t("soldOut")
                  : t("free", { n: grade.free })
                : ""}
            </em>
          </button>
        ))}
      </div>
    </section>
  );
}
