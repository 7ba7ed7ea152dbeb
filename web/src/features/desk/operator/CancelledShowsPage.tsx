import { useQuery } from "@tanstack/react-query";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { count, money, name, showTime } from "../../../lib/format";
import { Cue } from "../../../ui/Cue";
import { DeskLayout } from "../DeskLayout";
import { DeskList } from "../shell/DeskList";
import { OPERATORS } from "../shell/sections";
import { useListAddress } from "../shell/useListAddress";
import { pageOf } from "./pageOf";
import { text } from "./text";
import "./operator.css";

type Show = Answer<"/api/admin/refunds/cancelled-shows", "get">["items"][number];

/** How far the refunds of cancelled shows are. */
export default function CancelledShowsPage() {
  const t = useText(text);
  const address = useListAddress();
  const found = useQuery({
    queryKey: ["desk-refunds"],
    queryFn: ({ signal }) =>
      call("/api/admin/refunds/cancelled-shows", "get", { signedIn: true, signal }),
    refetchInterval: 10_000,
    select: ({ items }) => items,
  });
  const fits = (show: Show) =>
    (address.filter === "" || (address.filter === "open") === !isDone(show)) &&
    show.title.toLowerCase().includes(address.query.toLowerCase());
  return (
    <DeskLayout roles={OPERATORS} title={t("refunds")} sub={t("refundsLead")}>
      <DeskList
        label={t("refunds")}
        address={address}
        found={pageOf(found, address, fits)}
        idOf={(show) => show.scheduleId}
        searchLabel={t("searchShows")}
        filters={[
          { value: "open", label: t("refundsOpen") },
          { value: "done", label: t("refundsDone") },
        ]}
        columns={[
          { title: t("show"), cell: (show) => <b>{name(show.title)}</b> },
          { title: t("date"), cell: (show) => showTime(show.startsAt) },
          {
            title: t("state"),
            cell: (show) => (
              <span className="operator-state">
                <Cue state={isDone(show) ? "go" : "hurry"} />
                {t(isDone(show) ? "refundsDone" : "refundsOpen")}
              </span>
            ),
          },
          { title: t("stillSeats"), isNumber: true, cell: (show) => count(show.waiting) },
          {
            title: t("refundCount"),
            isNumber: true,
            cell: (show) => `${count(show.refundsDone)} / ${count(show.refunds)}`,
          },
          {
            title: t("refundSum"),
            isNumber: true,
            cell: (show) => `${money(show.refundDoneWon)} / ${money(show.refundWon)}`,
          },
        ]}
        empty={<p>{t("noRefunds")}</p>}
      />
    </DeskLayout>
  );
}

function isDone(show: Show): boolean {
  return show.waiting === 0 && show.refundsDone === show.refunds;
}
