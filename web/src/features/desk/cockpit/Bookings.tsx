import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, send } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { count, day, money, timeOfDay } from "../../../lib/format";
import { saveFile } from "../../../lib/saveFile";
import { Notice } from "../../../ui/Notice";
import { ConfirmSheet } from "../operator/ConfirmSheet";
import { text } from "./text";

const SHOWN = 24;

/** Sales by hour, grade and channel, and all figures as files. */
export function Bookings(props: { scheduleId: string; sold: number; mayRun: boolean }) {
  const t = useText(text);
  const { scheduleId } = props;
  const [isRebuilding, setRebuilding] = useState(false);
  const [pages, setPages] = useState(1);
  const found = useQuery({
    queryKey: ["desk-bookings", scheduleId],
    queryFn: ({ signal }) =>
      call("/api/admin/sales/{scheduleId}/bookings", "get", {
        path: { scheduleId },
        signedIn: true,
        signal,
      }),
    refetchInterval: 10_000,
  });
  const rebuild = useMutation({
    mutationFn: () => call("/api/admin/sales/rebuild", "post", { signedIn: true }),
    onSuccess: () => void found.refetch(),
  });
  const hours = [...(found.data?.hours ?? [])].reverse();
  return (
    <section className="card cockpit-table-card" aria-labelledby="bookings">
      <div className="row cockpit-head">
        <h2 id="bookings" className="title-3 grow">
          {t("bookingsTitle")}
        </h2>
        <Save scheduleId={scheduleId} what="bookings" label={t("saveBookings")} />
        <Save scheduleId={scheduleId} what="history" label={t("saveHistory")} />
        {props.mayRun ? (
          <button type="button" className="button button-small" onClick={() => setRebuilding(true)}>
            {t("rebuild")}
          </button>
        ) : null}
      </div>
      {found.isError && !found.data ? (
        <Notice tone="stop" alert>
          {t("bookingsFailed")}
        </Notice>
      ) : null}
      {found.data && hours.length === 0 ? <p className="ink-3 small">{t("noBookings")}</p> : null}
      {hours.length > 0 ? (
        <div className="cockpit-scroll" tabIndex={0} role="group" aria-labelledby="bookings">
          <table className="cockpit-table">
            <thead>
              <tr>
                <th scope="col">{t("saleHour")}</th>
                <th scope="col">{t("grade")}</th>
                <th scope="col">{t("channel")}</th>
                <th scope="col">{t("seats")}</th>
                <th scope="col">{t("amount")}</th>
                <th scope="col">{t("returned")}</th>
              </tr>
            </thead>
            <tbody>
              {hours.slice(0, pages * SHOWN).map((one) => (
                <tr key={`${one.hour}${one.grade}${one.channel}`}>
                  <th scope="row">
                    {day(one.hour)} {timeOfDay(one.hour)}
                  </th>
                  <td>{one.grade}</td>
                  <td>{t(channelOf(one.channel))}</td>
                  <td>{count(one.seats)}</td>
                  <td>{money(one.amountWon)}</td>
                  <td>{count(one.returnedSeats)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      {hours.length > pages * SHOWN ? (
        <button
          type="button"
          className="button button-small cockpit-more"
          onClick={() => setPages(pages + 1)}
        >
          {t("earlier")}
        </button>
      ) : null}
      <p className="small" role="status">
        {rebuild.data ? t("rebuilt", rebuild.data) : ""}
      </p>
      <ConfirmSheet
        open={isRebuilding}
        title={t("rebuildTitle")}
        word="rebuild"
        action={t("rebuild")}
        onClose={() => setRebuilding(false)}
        onConfirm={() => rebuild.mutateAsync()}
      >
        {t("rebuildConsequence")}
      </ConfirmSheet>
    </section>
  );
}

function Save(props: { scheduleId: string; what: "bookings" | "history"; label: string }) {
  const t = useText(text);
  const save = useMutation({
    mutationFn: async () => {
      const response = await send(`/api/admin/sales/${props.scheduleId}/${props.what}.csv`, {
        method: "GET",
        headers: {},
        signedIn: true,
      });
      saveFile(await response.blob(), `onsale-${props.what}-${props.scheduleId}.csv`);
    },
  });
  return (
    <>
      <button
        type="button"
        className="button button-small"
        disabled={save.isPending}
        onClick={() => save.mutate()}
      >
        {props.label}
      </button>
      {save.isError ? (
        <span className="cockpit-bad small" role="alert">
          {t("saveFailed")}
        </span>
      ) : null}
    </>
  );
}

const CHANNELS = ["CARD", "TRANSFER", "EASY_PAY"] as const;

function channelOf(channel: string): (typeof CHANNELS)[number] | "UNKNOWN" {
  return CHANNELS.find((one) => one === channel) ?? "UNKNOWN";
}
