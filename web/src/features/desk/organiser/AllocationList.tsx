import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { seats, showTime } from "../../../lib/format";
import { Sheet } from "../../../ui/Sheet";
import { DeskList } from "../shell/DeskList";
import { useListAddress } from "../shell/useListAddress";
import { PURPOSES } from "./AllocateForm";
import { SaveProblem } from "./SaveProblem";
import { text } from "./text";

type Item = Answer<"/api/admin/allocations/{scheduleId}", "get">["items"][number];

/** What is out of the sale, and the way back. */
export function AllocationList({ scheduleId }: { scheduleId: string }) {
  const t = useText(text);
  const address = useListAddress();
  const purpose = PURPOSES.find((one) => one === address.filter);
  const [releasing, setReleasing] = useState<Item | null>(null);
  const found = useQuery({
    queryKey: ["allocations", scheduleId, "list", purpose, address.page],
    queryFn: ({ signal }) =>
      call("/api/admin/allocations/{scheduleId}", "get", {
        path: { scheduleId },
        query: { page: address.page, size: 20, ...(purpose ? { purpose } : {}) },
        signedIn: true,
        signal,
      }),
  });
  return (
    <section className="stack" aria-labelledby="allocated">
      <h2 id="allocated" className="title-3">
        {t("allocated")}
      </h2>
      <DeskList<Item>
        label={t("allocated")}
        address={address}
        found={found}
        idOf={(one) => one.id}
        filters={PURPOSES.map((value) => ({ value, label: t(value) }))}
        columns={[
          {
            title: t("purpose"),
            cell: (one) => <span className="office-name">{t(one.purpose)}</span>,
          },
          {
            title: t("seatList"),
            cell: (one) => `${seats(one.seats)} (${t("seats", { n: one.seats.length })})`,
          },
          { title: t("note"), cell: (one) => one.note },
          {
            title: t("date"),
            cell: (one) => <span className="num">{showTime(one.createdAt)}</span>,
          },
          {
            title: t("whatToDo"),
            cell: (one) => (
              <span className="row office-wrap">
                {one.purpose === "COMPLIMENTARY" ? (
                  <Link href={`/tickets/${one.id}`} className="button button-small">
                    {t("tickets")}
                  </Link>
                ) : null}
                <button
                  type="button"
                  className="button button-small"
                  aria-label={`${one.number} ${t("release")}`}
                  onClick={() => setReleasing(one)}
                >
                  {t("release")}
                </button>
              </span>
            ),
          },
        ]}
        empty={<p>{t("noAllocations")}</p>}
      />
      {releasing ? (
        <ReleaseSheet
          scheduleId={scheduleId}
          allocation={releasing}
          onClose={() => setReleasing(null)}
        />
      ) : null}
    </section>
  );
}

function ReleaseSheet(props: { scheduleId: string; allocation: Item; onClose: () => void }) {
  const t = useText(text);
  const queries = useQueryClient();
  const { scheduleId, allocation } = props;
  const release = useMutation({
    mutationFn: () =>
      call("/api/admin/allocations/{scheduleId}/{id}", "delete", {
        path: { scheduleId, id: allocation.id },
        signedIn: true,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["allocations", scheduleId] });
      props.onClose();
    },
  });
  return (
    <Sheet open onClose={props.onClose} labelledBy="release-title">
      <h2 id="release-title" className="title-2">
        {t("release")}
      </h2>
      <p>{seats(allocation.seats)}</p>
      <p>{t("releaseSure", { n: allocation.seats.length })}</p>
      {release.isError ? <SaveProblem error={release.error} /> : null}
      <button
        type="button"
        className="button button-primary button-wide"
        disabled={release.isPending}
        onClick={() => release.mutate()}
      >
        {t("release")}
      </button>
      <button type="button" className="button button-wide" onClick={props.onClose}>
        {t("keep")}
      </button>
    </Sheet>
  );
}
