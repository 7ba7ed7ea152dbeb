import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { serverNow } from "../../../lib/clock";
import { name } from "../../../lib/format";
import { Notice } from "../../../ui/Notice";
import { DeskLayout } from "../DeskLayout";
import { ORGANISERS } from "../shell/sections";
import { Basics } from "./Basics";
import { CastCard } from "./CastCard";
import { emptyForm, type Event, type EventForm, formOf, hasSaleStarted } from "./eventForm";
import { GradesCard } from "./GradesCard";
import { LifeCard } from "./LifeCard";
import { PosterField } from "./PosterField";
import { RefundCard } from "./RefundCard";
import { SaveProblem } from "./SaveProblem";
import { SchedulesCard } from "./SchedulesCard";
import { text } from "./text";
import { useUnsaved } from "./useUnsaved";

const FORM = "event-form";

/** Everything of an event on one page: the form is saved as a whole, dates and life at once. */
export function EventEditor({ event }: { event: Event | null }) {
  const t = useText(text);
  const [saved, setSaved] = useState(() => (event ? formOf(event) : emptyForm()));
  const [form, setForm] = useState(saved);
  const [now] = useState(serverNow);
  const save = useSave(event, form, () => setSaved(form));
  const isOver = event !== null && (event.status === "ENDED" || event.status === "CANCELLED");
  const isLocked = event !== null && hasSaleStarted(event, now);
  const isChanged = form !== saved;
  useUnsaved(isChanged && !isOver);
  const set = (change: Partial<EventForm>) => setForm((before) => ({ ...before, ...change }));
  const card = { form, set, isOver, isLocked };
  return (
    <DeskLayout
      roles={ORGANISERS}
      title={event ? name(event.title) : t("newEvent")}
      sub={event ? `${t(event.status)}${isChanged ? ` · ${t("leaving")}` : ""}` : undefined}
      back={{ href: "/desk/events", label: t("toEvents") }}
      actions={
        <>
          {event ? (
            <Link href={`/desk/events/${event.id}/preview`} className="button office-wide-only">
              {t("preview")}
            </Link>
          ) : null}
          {isOver ? null : (
            <button
              form={FORM}
              className="button button-primary"
              disabled={save.isPending || (event !== null && !isChanged)}
            >
              {t(save.isPending ? "saving" : "save")}
            </button>
          )}
        </>
      }
    >
      {isOver ? <Notice>{t("over")}</Notice> : null}
      {isLocked && !isOver ? <Notice tone="accent">{t("locked")}</Notice> : null}
      {event && !event.active && !isOver ? <Notice tone="hurry">{t("hidden")}</Notice> : null}
      {save.isError ? <SaveProblem error={save.error} /> : null}
      {save.isSuccess && !isChanged ? <Notice tone="go">{t("saved")}</Notice> : null}
      <div className="office-columns">
        <form
          id={FORM}
          className="stack"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            save.mutate();
          }}
        >
          <Basics {...card} />
          <GradesCard {...card} event={event} />
          <RefundCard {...card} />
          <CastCard {...card} />
        </form>
        <div className="stack">
          <PosterField
            url={form.posterUrl ?? ""}
            disabled={isOver}
            onChange={(posterUrl) => set({ posterUrl })}
          />
          {event ? (
            <>
              <SchedulesCard event={event} isOver={isOver} />
              <LifeCard event={event} isOver={isOver} />
            </>
          ) : null}
        </div>
      </div>
    </DeskLayout>
  );
}

/** What each card of the form gets. */
export interface CardProps {
  form: EventForm;
  set: (change: Partial<EventForm>) => void;
  isOver: boolean;
  /** A sale has started: fans have bought by hall, prices and limit. */
  isLocked: boolean;
}

function useSave(event: Event | null, form: EventForm, onSaved: () => void) {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return useMutation({
    mutationFn: () =>
      event
        ? call("/api/admin/events/{eventId}", "put", {
            path: { eventId: event.id },
            body: form,
            signedIn: true,
          })
        : call("/api/admin/events", "post", { body: form, signedIn: true }),
    onSuccess: async (saved) => {
      queries.setQueryData(["desk-event", saved.id], saved);
      onSaved();
      await queries.invalidateQueries({ queryKey: ["desk-events"] });
      if (!event) navigate(`/desk/events/${saved.id}`, { replace: true });
    },
  });
}
