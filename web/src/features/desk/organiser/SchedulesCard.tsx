import { useState } from "react";
import { Link } from "wouter";
import { useText } from "../../../i18n/useText";
import { serverNow } from "../../../lib/clock";
import { count, showTime } from "../../../lib/format";
import { CancelSheet } from "./CancelSheet";
import { CloseSaleSheet } from "./CloseSaleSheet";
import type { Event, Schedule } from "./eventForm";
import { RoomSheet } from "./RoomSheet";
import { ScheduleSheet } from "./ScheduleSheet";
import { StatusBadge } from "./StatusBadge";
import { text } from "./text";

type Open = { kind: "new" } | { kind: "edit" | "room" | "cancel" | "close"; schedule: Schedule };

/** The dates of an event, each with what can be done with it. */
export function SchedulesCard({ event, isOver }: { event: Event; isOver: boolean }) {
  const t = useText(text);
  const [open, setOpen] = useState<Open | null>(null);
  const [now] = useState(serverNow);
  const close = () => setOpen(null);
  return (
    <section className="card office-card" aria-labelledby="event-schedules">
      <div className="row">
        <h2 id="event-schedules" className="title-3 grow">
          {t("schedules")}
        </h2>
        {isOver ? null : (
          <button
            type="button"
            className="button button-small"
            onClick={() => setOpen({ kind: "new" })}
          >
            {t("addSchedule")}
          </button>
        )}
      </div>
      {event.schedules.length === 0 ? <p className="ink-2">{t("noSchedules")}</p> : null}
      <ul className="lines">
        {event.schedules.map((one) => {
          const isDead = one.status === "CANCELLED" || Date.parse(one.endsAt) < now;
          return (
            <li key={one.id} className="office-schedule">
              <div className="row">
                <p className="grow office-name num">{showTime(one.startsAt)}</p>
                <StatusBadge status={one.status} />
              </div>
              <p className="small ink-2 num">
                {t("left", {
                  left: count(one.availableSeats),
                  total: count(one.totalSeats),
                })}
                {one.queued ? ` · ${t("queue")}` : ""}
                {one.status === "UPCOMING"
                  ? ` · ${t("opensAt", { at: showTime(one.saleOpensAt) })}`
                  : ""}
              </p>
              {isDead || isOver ? null : (
                <div className="row office-wrap">
                  <Action
                    label={t("edit")}
                    at={one}
                    onClick={() => setOpen({ kind: "edit", schedule: one })}
                  />
                  {event.status === "OPEN" ? (
                    <Link
                      href={`/desk/events/${event.id}/seats/${one.id}`}
                      className="button button-small"
                    >
                      {t("withheld")}
                    </Link>
                  ) : null}
                  {one.queued ? (
                    <Action
                      label={t("room")}
                      at={one}
                      onClick={() => setOpen({ kind: "room", schedule: one })}
                    />
                  ) : null}
                  {one.status === "ONGOING" ? (
                    <Action
                      label={t("closeSale")}
                      at={one}
                      onClick={() => setOpen({ kind: "close", schedule: one })}
                    />
                  ) : null}
                  <Action
                    label={t("cancelSchedule")}
                    at={one}
                    onClick={() => setOpen({ kind: "cancel", schedule: one })}
                  />
                </div>
              )}
            </li>
          );
        })}
      </ul>
      {open?.kind === "new" ? (
        <ScheduleSheet event={event} schedule={null} onClose={close} />
      ) : null}
      {open?.kind === "edit" ? (
        <ScheduleSheet event={event} schedule={open.schedule} onClose={close} />
      ) : null}
      {open?.kind === "room" ? <RoomSheet schedule={open.schedule} onClose={close} /> : null}
      {open?.kind === "close" ? (
        <CloseSaleSheet event={event} schedule={open.schedule} onClose={close} />
      ) : null}
      {open?.kind === "cancel" ? (
        <CancelSheet event={event} schedule={open.schedule} onClose={close} />
      ) : null}
    </section>
  );
}

function Action(props: { label: string; at: Schedule; onClick: () => void }) {
  return (
    <button
      type="button"
      className="button button-small"
      aria-label={`${showTime(props.at.startsAt)} ${props.label}`}
      onClick={props.onClick}
    >
      {props.label}
    </button>
  );
}
