import { useText } from "../../../i18n/useText";
import { count } from "../../../lib/format";
import { GradeMark } from "../../../ui/GradeMark";
import { looksOf } from "../../../ui/grades";
import type { Figures } from "./saleFeed";
import { text } from "./text";

export function GradeTable({ grades }: { grades: Figures["grades"] }) {
  const t = useText(text);
  const looks = looksOf(grades.map(({ grade, priceWon }) => ({ grade, price: priceWon })));
  return (
    <section className="card cockpit-table-card" aria-labelledby="grades">
      <h2 id="grades" className="title-3">
        {t("gradesTitle")}
      </h2>
      <div className="cockpit-scroll" tabIndex={0} role="group" aria-labelledby="grades">
        <table className="cockpit-table">
          <thead>
            <tr>
              <th scope="col">{t("grade")}</th>
              <th scope="col">{t("price")}</th>
              <th scope="col">{t("sold")}</th>
              <th scope="col">{t("held")}</th>
              <th scope="col">{t("left")}</th>
            </tr>
          </thead>
          <tbody>
            {grades.map(({ grade, priceWon, seats, held, sold }) => {
              const left = Math.max(0, seats - held - sold);
              return (
                <tr key={grade}>
                  <th scope="row">
                    <span className="row">
                      <GradeMark look={looks.get(grade) ?? 1} />
                      {grade}
                    </span>
                  </th>
                  <td>{count(priceWon)}</td>
                  <td>{count(sold)}</td>
                  <td>{count(held)}</td>
                  <td>
                    <b>{left === 0 ? t("soldOut") : count(left)}</b>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
