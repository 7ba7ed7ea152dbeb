import { useText } from "../../i18n/useText";
import { count, money, name } from "../../lib/format";
import { GradeMark } from "../../ui/GradeMark";
import { looksOf } from "../../ui/grades";
import { EXACT_MAX, rough, type Show } from "./sale";
import { text } from "./text";
import { useGrades } from "./useShow";

/** Each grade with its shape, price and what is left, as long as it can be had. */
export function Grades(props: { show: Show; scheduleId: string; isCounted: boolean }) {
  const { show, scheduleId, isCounted } = props;
  const t = useText(text);
  const counts = useGrades(scheduleId);
  const looks = looksOf(show.grades.map(({ code, price }) => ({ grade: code, price })));
  const left = (n: number) =>
    n === 0 ? t("none") : n > EXACT_MAX ? t("leftAbout", { n: count(rough(n)) }) : t("left", { n });
  return (
    <section aria-labelledby="grades">
      <h3 className="hidden-text" id="grades">
        {t("grades")}
      </h3>
      <ul className="grades lines">
        {show.grades.map((grade) => {
          const counted = counts.data?.find((one) => one.grade === grade.code);
          return (
            <li key={grade.code}>
              <GradeMark look={looks.get(grade.code) ?? 1} />
              <span className="grow">
                <b>{t("gradeName", { grade: grade.code })}</b>{" "}
                <span className="small ink-3">{name(grade.description)}</span>
              </span>
              <span className="grade-figures num">
                <b>{money(grade.price)}</b>
                {isCounted ? (
                  <span className="caption ink-3">
                    {counted ? left(counted.remaining) : "\u00a0"}
                  </span>
                ) : null}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
