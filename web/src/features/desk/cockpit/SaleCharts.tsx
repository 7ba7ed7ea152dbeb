import { useText } from "../../../i18n/useText";
import { count } from "../../../lib/format";
import { Bars, Chart, type Curve, Legend } from "./Chart";
import type { Cockpit } from "./saleFeed";
import { lengthOf, perMinute, type Point } from "./series";
import { text } from "./text";

/** What the sale has looked like: the line, the seats, and how long answers took. */
export function SaleCharts({ sale, points }: { sale: Cockpit["sale"]; points: readonly Point[] }) {
  const t = useText(text);
  const times = points.map((point) => point.at);
  const isShort = lengthOf(points) < 2_000;
  const waiting: Curve[] = [
    { name: t("waiting"), look: 1, values: points.map((point) => point.waiting), filled: true },
  ];
  const sold = points.map((point) => point.sold);
  const seats: Curve[] = [
    { name: t("sold"), look: 1, values: sold, filled: true },
    {
      name: t("held"),
      look: 1,
      values: points.map((point) => point.sold + point.held),
      above: sold,
    },
  ];
  const answers: Curve[] = [
    { name: t("payments"), look: 1, values: points.map((point) => point.payMillis) },
    { name: t("holds"), look: 3, values: points.map((point) => point.holdMillis) },
  ];
  const errors: Curve[] = [{ name: t("failed"), look: 3, values: points.map((one) => one.errors) }];
  return (
    <>
      {sale.queued ? (
        <section className="card office-card cockpit-wide" aria-labelledby="chart-line">
          <h2 id="chart-line" className="title-3">
            {t("lineTitle")}
          </h2>
          {isShort ? <Empty /> : <Chart label={t("lineTitle")} times={times} curves={waiting} />}
          <h3 className="caption ink-2">{t("admittedPerMinute")}</h3>
          {isShort ? null : (
            <Bars
              label={t("admittedPerMinute")}
              bars={perMinute(points)}
              from={times[0] ?? 0}
              to={times.at(-1) ?? 1}
            />
          )}
        </section>
      ) : null}
      <section className="card office-card" aria-labelledby="chart-seats">
        <h2 id="chart-seats" className="title-3">
          {t("seatsTitle")}
        </h2>
        <Legend curves={seats} />
        {isShort ? (
          <Empty />
        ) : (
          <Chart
            label={t("seatsTitle")}
            times={times}
            curves={seats}
            limit={{ value: sale.seats, name: count(sale.seats) }}
          />
        )}
      </section>
      <section className="card office-card" aria-labelledby="chart-answers">
        <h2 id="chart-answers" className="title-3">
          {t("answersTitle")}
        </h2>
        <Legend curves={answers} />
        {isShort ? <Empty /> : <Chart label={t("answersTitle")} times={times} curves={answers} />}
        <h3 className="caption ink-2">{t("failed")}</h3>
        {isShort ? null : <Chart label={t("failed")} times={times} curves={errors} height={110} />}
      </section>
    </>
  );
}

function Empty() {
  const t = useText(text);
  return <p className="ink-3 small">{t("chartsBegin")}</p>;
}
