import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { name, shortRange, showTime } from "../../../lib/format";
import { DeskLayout } from "../DeskLayout";
import { DeskList } from "../shell/DeskList";
import { ORGANISERS } from "../shell/sections";
import { useListAddress } from "../shell/useListAddress";
import { StatusBadge } from "./StatusBadge";
import { text } from "./text";

const STATES = ["PREPARING", "OPEN", "ENDED", "CANCELLED"] as const;
type Status = (typeof STATES)[number];
type Item = Answer<"/api/admin/events", "get">["items"][number];

/** An organiser's events, the newest first. */
export default function EventsPage() {
  const t = useText(text);
  const address = useListAddress();
  const { query, filter, page } = address;
  const status = STATES.find((one) => one === filter);
  const found = useQuery({
    queryKey: ["desk-events", query, status, page],
    queryFn: ({ signal }) =>
      call("/api/admin/events", "get", {
        query: { query, page, size: 20, ...(status ? { status: status as Status } : {}) },
        signedIn: true,
        signal,
      }),
  });
  const add = (
    <Link href="/desk/events/new" className="button button-primary">
      {t("newEvent")}
    </Link>
  );
  return (
    <DeskLayout roles={ORGANISERS} title={t("events")} actions={add}>
      <DeskList<Item>
        label={t("eventsList")}
        address={address}
        found={found}
        idOf={(one) => one.id}
        searchLabel={t("findEvent")}
        filters={STATES.map((value) => ({ value, label: t(value) }))}
        columns={[
          {
            title: t("title"),
            cell: (one) => (
              <Link href={`/desk/events/${one.id}`} className="office-name">
                {name(one.title)}
              </Link>
            ),
          },
          { title: t("venue"), cell: (one) => name(one.venue) },
          {
            title: t("dates"),
            cell: (one) => <span className="num">{shortRange(one.startsOn, one.endsOn)}</span>,
          },
          { title: t("sale"), cell: (one) => <span className="num">{saleOf(one, t)}</span> },
          { title: t("status"), cell: (one) => <StatusBadge status={one.status} /> },
        ]}
        empty={
          <>
            <p>{t("noEvents")}</p>
            {add}
          </>
        }
      />
    </DeskLayout>
  );
}

function saleOf(one: Item, t: typeof text): string {
  if (one.status === "CANCELLED" || one.status === "ENDED") return t("noSale");
  if (one.soldOut) return t("soldOut");
  if (one.onSale) return one.status === "PREPARING" ? t("noSale") : t("onSale");
  return one.saleOpensAt ? t("opensAt", { at: showTime(one.saleOpensAt) }) : t("noSale");
}
