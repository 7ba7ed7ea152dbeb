import { useParams } from "wouter";
import { ProblemPage } from "../../../app/MessagePage";
import { useText } from "../../../i18n/useText";
import { count, isoDay, money, name, showTime, timeOfDay } from "../../../lib/format";
import { saveFile } from "../../../lib/saveFile";
import { DeskLayout } from "../DeskLayout";
import { ORGANISERS } from "../shell/sections";
import { csvOf, type SettlementSum, sumOf } from "./settlement";
import { StatusBadge } from "./StatusBadge";
import { text } from "./text";
import { type SettledDate, useSettlement } from "./useSettlement";
import "./organiser.css";

const EVERY_MILLIS = 10_000;

/** Gross, refunds, fees and net of each date, beside what the ledger of the payments has. */
export default function SettlementPage() {
  const t = useText(text);
  const { eventId = "" } = useParams<{ eventId: string }>();
  const settlement = useSettlement(eventId, EVERY_MILLIS);
  const { data } = settlement;
  return (
    <DeskLayout
      roles={ORGANISERS}
      title={data ? t("settlementOf", { title: name(data.title) }) : t("settlement")}
      back={{ href: `/desk/events/${eventId}`, label: t("toEvent") }}
      actions={
        data ? (
          <button
            type="button"
            className="button"
            onClick={() =>
              saveFile(
                new Blob([csvOf(data.schedules)], { type: "text/csv;charset=utf-8" }),
                `settlement-${isoDay(Date.now())}.csv`,
              )
            }
          >
            {t("csv")}
          </button>
        ) : null
      }
    >
      {settlement.isError && !data ? (
        <ProblemPage error={settlement.error} retry={() => void settlement.refetch()} />
      ) : null}
      {data && data.schedules.length === 0 ? (
        <div className="card office-empty">{t("noSettlement")}</div>
      ) : null}
      {data && data.schedules.length > 0 ? (
        <>
          <Figures sum={sumOf(data.schedules)} />
          <Table dates={data.schedules} />
          <p className="small ink-3">{t("explain")}</p>
        </>
      ) : null}
    </DeskLayout>
  );
}

function Figures({ sum }: { sum: SettlementSum }) {
  const t = useText(text);
  const figure = (label: string, value: string, note = "") => (
    <div>
      <dt className="caption ink-2">{label}</dt>
      <dd className="title-2 num">{value}</dd>
      {note ? <dd className="caption ink-3 num">{note}</dd> : null}
    </div>
  );
  return (
    <dl className="card office-figures">
      {figure(
        t("gross"),
        money(sum.grossWon),
        t("seats", { n: count(sum.soldSeats + sum.returnedSeats) }),
      )}
      {figure(t("refunds"), money(sum.refundsWon), t("seats", { n: count(sum.returnedSeats) }))}
      {figure(t("fees"), money(sum.feesWon))}
      {figure(
        t("net"),
        money(sum.netWon),
        sum.differenceWon === 0 ? t("agree") : t("difference", { won: money(sum.differenceWon) }),
      )}
      {figure(t("complimentary"), t("seats", { n: count(sum.complimentarySeats) }))}
    </dl>
  );
}

function Table({ dates }: { dates: readonly SettledDate[] }) {
  const t = useText(text);
  const rows = [
    ...dates.map((one) => ({ ...one, isSum: false })),
    { ...sumOf(dates), isSum: true },
  ];
  const cell = (title: string, value: string) => (
    <td data-title={title} className="office-number num">
      {value}
    </td>
  );
  return (
    <div className="card office-table-box" tabIndex={0} role="region" aria-label={t("settlement")}>
      <table className="office-table">
        <thead>
          <tr>
            <th scope="col">{t("date")}</th>
            {(
              [
                "soldSeats",
                "gross",
                "refunds",
                "fees",
                "net",
                "charged",
                "paidBack",
                "outstanding",
                "points",
              ] as const
            ).map((key) => (
              <th key={key} scope="col" className="office-number">
                {t(key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one) => (
            <tr
              key={one.isSum ? "sum" : one.scheduleId}
              className={one.isSum ? "office-sum" : undefined}
            >
              <td data-title={t("date")}>
                {one.isSum ? (
                  t("total")
                ) : (
                  <span className="row">
                    <span className="num" title={timeOfDay(one.startsAt)}>
                      {showTime(one.startsAt)}
                    </span>
                    {one.status === "CANCELLED" ? <StatusBadge status="CANCELLED" /> : null}
                  </span>
                )}
              </td>
              {cell(t("soldSeats"), count(one.soldSeats))}
              {cell(t("gross"), money(one.grossWon))}
              {cell(t("refunds"), money(one.refundsWon))}
              {cell(t("fees"), money(one.feesWon))}
              {cell(t("net"), money(one.netWon))}
              {cell(t("charged"), money(one.chargedWon))}
              {cell(t("paidBack"), money(one.paidBackWon))}
              {cell(t("outstanding"), money(one.outstandingWon))}
              {cell(t("points"), money(one.pointsWon))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
