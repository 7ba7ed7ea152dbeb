import { useState } from "react";
import { Link, useLocation } from "wouter";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { name, showTime } from "../../../lib/format";
import { Sheet } from "../../../ui/Sheet";
import { CancelSheet } from "./CancelSheet";
import { type Event, formOf } from "./eventForm";
import { SaveProblem } from "./SaveProblem";
import { text } from "./text";
import { useTypedName } from "./TypedName";
import { useEventChange } from "./useEventChange";

/** From preparation to the end of an event, each step with what follows from it. */
export function LifeCard({ event, isOver }: { event: Event; isOver: boolean }) {
  const t = useText(text);
  const [open, setOpen] = useState<"open" | "cancel" | "delete" | null>(null);
  const close = () => setOpen(null);
  const hide = useEventChange(event.id, (active: boolean) =>
    call("/api/admin/events/{eventId}", "put", {
      path: { eventId: event.id },
      body: { ...formOf(event), active },
      signedIn: true,
    }),
  );
  return (
    <section className="card office-card" aria-labelledby="event-life">
      <h2 id="event-life" className="title-3">
        {t("life")}
      </h2>
      <div className="row office-wrap">
        {event.status === "PREPARING" ? (
          <button type="button" className="button button-small" onClick={() => setOpen("open")}>
            {t("open")}
          </button>
        ) : null}
        <Link href={`/desk/events/${event.id}/preview`} className="button button-small">
          {t("preview")}
        </Link>
        <Link href={`/desk/events/${event.id}/settlement`} className="button button-small">
          {t("settlement")}
        </Link>
      </div>
      {event.status === "OPEN" ? (
        <div className="stack">
          {event.active ? <p className="small ink-2">{t("hideLead")}</p> : null}
          <button
            type="button"
            className="button button-small office-start"
            disabled={hide.isPending}
            onClick={() => hide.mutate(!event.active)}
          >
            {t(event.active ? "hide" : "show")}
          </button>
          {hide.isError ? <SaveProblem error={hide.error} /> : null}
        </div>
      ) : null}
      {isOver ? null : (
        <div className="row office-wrap">
          {event.status === "PREPARING" ? (
            <button type="button" className="button button-small" onClick={() => setOpen("delete")}>
              {t("deleteEvent")}
            </button>
          ) : null}
          <button type="button" className="button button-small" onClick={() => setOpen("cancel")}>
            {t("cancelEvent")}
          </button>
        </div>
      )}
      {open === "open" ? <OpenSheet event={event} onClose={close} /> : null}
      {open === "delete" ? <DeleteSheet event={event} onClose={close} /> : null}
      {open === "cancel" ? <CancelSheet event={event} schedule={null} onClose={close} /> : null}
    </section>
  );
}

function OpenSheet({ event, onClose }: { event: Event; onClose: () => void }) {
  const t = useText(text);
  const open = useEventChange(
    event.id,
    () =>
      call("/api/admin/events/{eventId}/open", "post", {
        path: { eventId: event.id },
        signedIn: true,
      }),
    onClose,
  );
  const dates = event.schedules.filter((one) => one.status !== "CANCELLED");
  const first = dates
    .map((one) => one.saleOpensAt)
    .sort((a, b) => Date.parse(a) - Date.parse(b))[0];
  return (
    <Sheet open onClose={onClose} labelledBy="open-title">
      <h2 id="open-title" className="title-2">
        {t("openTitle")}
      </h2>
      <ul className="stack office-consequences">
        <li>{t("openSeen")}</li>
        <li>
          {first ? t("openDates", { n: dates.length, at: showTime(first) }) : t("openNoDates")}
        </li>
        <li>{t("openLocked")}</li>
      </ul>
      {open.isError ? <SaveProblem error={open.error} /> : null}
      <button
        type="button"
        className="button button-primary button-wide"
        disabled={open.isPending}
        onClick={() => open.mutate(undefined)}
      >
        {t("open")}
      </button>
      <button type="button" className="button button-wide" onClick={onClose}>
        {t("keep")}
      </button>
    </Sheet>
  );
}

function DeleteSheet({ event, onClose }: { event: Event; onClose: () => void }) {
  const t = useText(text);
  const [, navigate] = useLocation();
  const typed = useTypedName(name(event.title));
  const remove = useEventChange(
    event.id,
    () =>
      call("/api/admin/events/{eventId}", "delete", {
        path: { eventId: event.id },
        signedIn: true,
      }),
    () => navigate("/desk/events"),
  );
  return (
    <Sheet open onClose={onClose} labelledBy="delete-title">
      <h2 id="delete-title" className="title-2">
        {t("deleteEvent")}
      </h2>
      <p>{t("deleteLead")}</p>
      {typed.field}
      {remove.isError ? <SaveProblem error={remove.error} /> : null}
      <button
        type="button"
        className="button button-danger button-wide"
        disabled={!typed.isRight || remove.isPending}
        onClick={() => remove.mutate(undefined)}
      >
        {t("doDelete")}
      </button>
      <button type="button" className="button button-wide" onClick={onClose}>
        {t("keep")}
      </button>
    </Sheet>
  );
}
