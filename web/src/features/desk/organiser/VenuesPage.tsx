import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { city, name } from "../../../lib/format";
import { Sheet } from "../../../ui/Sheet";
import { DeskLayout } from "../DeskLayout";
import { DeskList } from "../shell/DeskList";
import { ORGANISERS } from "../shell/sections";
import { useListAddress } from "../shell/useListAddress";
import { text } from "./text";
import { VenueForm } from "./VenueForm";

type Item = Answer<"/api/admin/venues", "get">["items"][number];

/** All venues, because an event may be in another organiser's hall. */
export default function VenuesPage() {
  const t = useText(text);
  const address = useListAddress();
  const [, navigate] = useLocation();
  const [isAdding, setAdding] = useState(false);
  const { query, filter, page } = address;
  const found = useQuery({
    queryKey: ["desk-venues", query, filter, page],
    queryFn: ({ signal }) =>
      call("/api/admin/venues", "get", {
        query: { query, own: filter === "own", page, size: 20 },
        signedIn: true,
        signal,
      }),
  });
  const add = (
    <button type="button" className="button button-primary" onClick={() => setAdding(true)}>
      {t("newVenue")}
    </button>
  );
  return (
    <DeskLayout roles={ORGANISERS} title={t("venues")} actions={add}>
      <DeskList<Item>
        label={t("venuesList")}
        address={address}
        found={found}
        idOf={(one) => one.id}
        searchLabel={t("findVenue")}
        filters={[{ value: "own", label: t("own") }]}
        columns={[
          {
            title: t("name"),
            cell: (one) => (
              <Link href={`/desk/venues/${one.id}`} className="office-name">
                {name(one.name)}
              </Link>
            ),
          },
          { title: t("cityName"), cell: (one) => city(one.city) },
          {
            title: t("halls"),
            cell: (one) =>
              one.halls
                .map((hall) => `${hall.name} ${t("seats", { n: hall.capacity })}`)
                .join(", "),
          },
          {
            title: t("own"),
            cell: (one) =>
              one.own ? <span className="badge badge-accent">{t("own")}</span> : null,
          },
        ]}
        empty={
          <>
            <p>{t("noVenues")}</p>
            {add}
          </>
        }
      />
      <Sheet open={isAdding} onClose={() => setAdding(false)} labelledBy="new-venue">
        <h2 id="new-venue" className="title-2">
          {t("newVenue")}
        </h2>
        <VenueForm venue={null} onSaved={(id) => navigate(`/desk/venues/${id}`)} />
      </Sheet>
    </DeskLayout>
  );
}
