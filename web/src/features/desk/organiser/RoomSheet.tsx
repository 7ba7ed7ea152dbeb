import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { isProblem } from "../../../api/problem";
import { useText } from "../../../i18n/useText";
import { count, showTime } from "../../../lib/format";
import { Field } from "../../../ui/Field";
import { Notice } from "../../../ui/Notice";
import { Sheet } from "../../../ui/Sheet";
import type { Schedule } from "./eventForm";
import { forecast, SEATS_EACH, STAY_MINUTES } from "./forecast";
import { SaveProblem } from "./SaveProblem";
import { text } from "./text";

type Room = Answer<"/api/admin/queue-settings/{scheduleId}", "get">;

/** How a date's waiting room admits, with what is likely to come of it. */
export function RoomSheet(props: { schedule: Schedule; onClose: () => void }) {
  const t = useText(text);
  const { schedule } = props;
  const room = useQuery({
    queryKey: ["desk-room", schedule.id],
    queryFn: ({ signal }) =>
      call("/api/admin/queue-settings/{scheduleId}", "get", {
        path: { scheduleId: schedule.id },
        signedIn: true,
        signal,
      }),
    retry: false,
  });
  return (
    <Sheet open onClose={props.onClose} labelledBy="room-title">
      <h2 id="room-title" className="title-2">
        {t("room")}
      </h2>
      <p className="small ink-2">{t("roomLead", { at: showTime(schedule.startsAt) })}</p>
      {isProblem(room.error) && room.error.status === 404 ? (
        <Notice>{t("roomUnknown")}</Notice>
      ) : room.isError ? (
        <SaveProblem error={room.error} />
      ) : null}
      {room.data ? <RoomForm room={room.data} schedule={schedule} onClose={props.onClose} /> : null}
    </Sheet>
  );
}

function RoomForm(props: { room: Room; schedule: Schedule; onClose: () => void }) {
  const t = useText(text);
  const queries = useQueryClient();
  const { room, schedule } = props;
  const [wish, setWish] = useState({
    admitPerSecond: room.admitPerSecond,
    maxActive: room.maxActive,
    capacity: room.capacity,
  });
  const save = useMutation({
    mutationFn: () =>
      call("/api/admin/queue-settings/{scheduleId}", "put", {
        path: { scheduleId: schedule.id },
        body: wish,
        signedIn: true,
      }),
    onSuccess: (saved) => {
      queries.setQueryData(["desk-room", schedule.id], saved);
      props.onClose();
    },
  });
  const field = (key: keyof typeof wish, max: number) => (
    <Field
      label={t(key)}
      type="number"
      min={1}
      max={max}
      required
      value={Number.isNaN(wish[key]) ? "" : wish[key]}
      onChange={({ currentTarget: { valueAsNumber } }) =>
        setWish({ ...wish, [key]: valueAsNumber })
      }
    />
  );
  const seats = room.seats || schedule.totalSeats;
  const likely = forecast({ seats, ...wish });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {field("admitPerSecond", 10_000)}
      {field("maxActive", 1_000_000)}
      {field("capacity", 1_000_000)}
      <div role="status">
        {Number.isFinite(likely.soldOutMinutes) ? (
          <Notice tone="accent">
            {t("forecast", {
              seats: count(seats),
              rate: rate(likely.perSecond),
              per: SEATS_EACH,
              time: duration(likely.soldOutMinutes, t),
              wait: duration(likely.lastWaitMinutes, t),
            })}
            {likely.isLimitedByPlaces ? (
              <>
                <br />
                {t("forecastLimit", {
                  max: count(wish.maxActive),
                  minutes: STAY_MINUTES,
                  real: rate(likely.perSecond),
                })}
              </>
            ) : null}
          </Notice>
        ) : null}
      </div>
      {save.isError ? <SaveProblem error={save.error} /> : null}
      <button className="button button-primary button-wide" disabled={save.isPending}>
        {t(save.isPending ? "saving" : "save")}
      </button>
    </form>
  );
}

function rate(perSecond: number): string {
  return perSecond >= 10 ? String(Math.round(perSecond)) : perSecond.toFixed(1);
}

function duration(minutes: number, t: typeof text): string {
  const all = Math.max(1, Math.round(minutes));
  return all < 90 ? t("minutes", { n: all }) : t("hours", { h: Math.floor(all / 60), m: all % 60 });
}
