import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "wouter";
import { call } from "../../../api/client";
import { Layout } from "../../../app/Layout";
import { ProblemPage } from "../../../app/MessagePage";
import { useText } from "../../../i18n/useText";
import { clock, count, name, showTime } from "../../../lib/format";
import { Notice } from "../../../ui/Notice";
import { DeskLayout } from "../DeskLayout";
import { OPERATORS, STAFF } from "../shell/sections";
import { useRole } from "../shell/useRole";
import { Bookings } from "./Bookings";
import { Checklist } from "./Checklist";
import { Controls } from "./Controls";
import { FigureRow } from "./FigureRow";
import { GradeTable } from "./GradeTable";
import { Happened } from "./Happened";
import { NodeTable } from "./NodeTable";
import { PauseButton } from "./PauseButton";
import { SaleCharts } from "./SaleCharts";
import { text } from "./text";
import { type Range, useSale } from "./useSale";
import "./cockpit.css";

const RANGES: readonly Range[] = ["quarter", "hour", "all"];

/** A sale as it runs: figures each second, charts, controls, and what to look at before it begins. */
export default function CockpitPage() {
  const { scheduleId = "" } = useParams<{ scheduleId: string }>();
  const { role } = useRole();
  const mayLook = role !== undefined && STAFF.includes(role);
  const first = useQuery({
    queryKey: ["desk-sale", scheduleId],
    queryFn: ({ signal }) =>
      call("/api/admin/sales/{scheduleId}", "get", {
        path: { scheduleId },
        signedIn: true,
        signal,
      }),
    enabled: mayLook,
    refetchInterval: 60_000,
  });
  if (mayLook && first.isError && !first.data) {
    return (
      <Layout hasTabs={false}>
        <ProblemPage error={first.error} retry={() => void first.refetch()} />
      </Layout>
    );
  }
  return mayLook && first.data ? (
    <Cockpit sale={first.data.sale} mayRun={OPERATORS.includes(role)} />
  ) : (
    <Waiting />
  );
}

/** The same page for everybody who finds nothing, and while nothing is known yet. */
function Waiting() {
  const t = useText(text);
  return (
    <DeskLayout roles={STAFF} title={t("sales")}>
      <p className="hidden-text" role="status">
        {t("loading")}
      </p>
    </DeskLayout>
  );
}

type Sale = NonNullable<Parameters<typeof SaleCharts>[0]["sale"]>;

function Cockpit({ sale, mayRun }: { sale: Sale; mayRun: boolean }) {
  const t = useText(text);
  const [range, setRange] = useState<Range>("quarter");
  const { figures, staleFor, points, gone } = useSale(sale.scheduleId, range, sale.saleOpensAt);
  const settings = figures?.settings ?? null;
  const isStale = staleFor !== null;
  return (
    <DeskLayout
      roles={STAFF}
      title={`${name(sale.title)} · ${showTime(sale.startsAt)}`}
      sub={
        <span className="num">
          {t(sale.phase)}
          {figures ? ` · ${t("serverTime", { at: clock(figures.at) })}` : null}
        </span>
      }
      back={{ href: "/desk/sales", label: t("toSales") }}
      actions={
        mayRun && settings ? <PauseButton scheduleId={sale.scheduleId} settings={settings} /> : null
      }
    >
      {gone ? (
        <Notice tone="stop" alert>
          {t("gone")}
        </Notice>
      ) : null}
      {isStale && figures ? (
        <Notice tone="hurry">
          <span role="status">{t("stale", { n: Math.round(staleFor / 1_000) })}</span>
        </Notice>
      ) : null}
      {figures?.line?.restoring || figures?.line?.returning ? (
        <Notice tone="hurry" alert>
          {t(figures.line.restoring ? "restoring" : "returning")}
        </Notice>
      ) : null}
      {settings?.paused ? <Notice tone="hurry">{t("pausedNotice")}</Notice> : null}
      <FigureRow figures={figures} isStale={isStale} />
      <div className="segments cockpit-range" role="group" aria-label={t("range")}>
        {RANGES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={range === one}
            onClick={() => setRange(one)}
          >
            {t(one)}
          </button>
        ))}
      </div>
      <div className={isStale ? "cockpit-grid is-stale" : "cockpit-grid"}>
        <SaleCharts sale={sale} points={points} />
        {mayRun && settings ? <Controls sale={sale} settings={settings} figures={figures} /> : null}
        {figures ? <GradeTable grades={figures.grades} /> : null}
        {figures ? <NodeTable nodes={figures.nodes} /> : null}
        {mayRun && settings ? <Happened scheduleId={sale.scheduleId} /> : null}
        <Bookings scheduleId={sale.scheduleId} sold={figures?.sold ?? sale.sold} mayRun={mayRun} />
        <Checklist scheduleId={sale.scheduleId} />
      </div>
      <p className="small ink-3 num">
        {t("seatsInAll", { n: count(sale.seats) })} · {t("zone")}
      </p>
    </DeskLayout>
  );
}
