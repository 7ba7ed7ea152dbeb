import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { count, money, name, showTime } from "../../../lib/format";
import { Cue, type CueState } from "../../../ui/Cue";
import { DeskLayout } from "../DeskLayout";
import { DeskList } from "../shell/DeskList";
import { STAFF } from "../shell/sections";
import { useListAddress } from "../shell/useListAddress";
import { text } from "./text";
import "./cockpit.css";

export type Sale = Answer<"/api/admin/sales", "get">["items"][number];

const SIZE = 20;
export const PHASES = ["UPCOMING", "OPEN", "OVER", "CANCELLED"] as const;
export const CUES: Record<Sale["phase"], CueState> = {
  UPCOMING: "ring",
  OPEN: "go",
  OVER: "ring",
  CANCELLED: "stop",
};

/** The sales that an account may watch: those that are open or come next first. */
export default function SalesPage() {
  const t = useText(text);
  const address = useListAddress();
  const phase = PHASES.find((one) => one === address.filter);
  const found = useQuery({
    queryKey: ["desk-sales", address.query, address.filter, address.page],
    queryFn: ({ signal }) =>
      call("/api/admin/sales", "get", {
        query: {
          query: address.query,
          page: address.page,
          size: SIZE,
          ...(phase === undefined ? {} : { phase }),
        },
        signedIn: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  return (
    <DeskLayout roles={STAFF} title={t("sales")} sub={t("salesLead")}>
      <DeskList
        label={t("sales")}
        address={address}
        found={found}
        idOf={(sale) => sale.scheduleId}
        searchLabel={t("searchSales")}
        filters={PHASES.map((value) => ({ value, label: t(value) }))}
        columns={[
          {
            title: t("show"),
            cell: (sale) => (
              <Link className="office-name" href={`/desk/sales/${sale.scheduleId}`}>
                {name(sale.title)}
              </Link>
            ),
          },
          { title: t("date"), cell: (sale) => showTime(sale.startsAt) },
          { title: t("saleOpens"), cell: (sale) => showTime(sale.saleOpensAt) },
          {
            title: t("state"),
            cell: (sale) => (
              <span className="cockpit-state">
                <Cue state={CUES[sale.phase]} />
                {t(sale.phase)}
              </span>
            ),
          },
          {
            title: t("sold"),
            isNumber: true,
            cell: (sale) => `${count(sale.sold)} / ${count(sale.seats)}`,
          },
          { title: t("revenue"), isNumber: true, cell: (sale) => money(sale.revenueWon) },
        ]}
        empty={<p>{t("noSales")}</p>}
      />
    </DeskLayout>
  );
}
