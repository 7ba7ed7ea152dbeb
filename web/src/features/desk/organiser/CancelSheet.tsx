import { type FormEvent, useState } from "react";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { count, money, name, showTime } from "../../../lib/format";
import { Field } from "../../../ui/Field";
import { Notice } from "../../../ui/Notice";
import { Sheet } from "../../../ui/Sheet";
import type { Event, Schedule } from "./eventForm";
import { SaveProblem } from "./SaveProblem";
import { text } from "./text";
import { useTypedName } from "./TypedName";
import { useEventChange } from "./useEventChange";
import { useSettlement } from "./useSettlement";

/**
 * Cancels a date, or the whole event: what follows is said in numbers before, and the title is
 * typed.
 */
export function CancelSheet(props: {
  event: Event;
  schedule: Schedule | null;
  onClose: () => void;
}) {
  const t = useText(text);
  const { event, schedule } = props;
  const title = name(event.title);
  const typed = useTypedName(title);
  const settlement = useSettlement(event.id);
  const dates = (settlement.data?.schedules ?? []).filter(
    (one) => (schedule === null || one.scheduleId === schedule.id) && one.status !== "CANCELLED",
  );
  const sum = (of: (one: (typeof dates)[number]) => number) =>
    dates.reduce((total, one) => total + of(one), 0);
  const seats = sum((one) => one.soldSeats);
  const won = sum((one) => one.grossWon - one.refundsWon - one.feesWon);
  const complimentary = sum((one) => one.complimentarySeats);
  const [done, setDone] = useState<{ seats: number; won: number } | null>(null);
  const cancel = useEventChange(
    event.id,
    async (reason: string): Promise<void> => {
      if (schedule) {
        await call("/api/admin/events/{eventId}/schedules/{scheduleId}/cancel", "post", {
          path: { eventId: event.id, scheduleId: schedule.id },
          body: { reason },
          signedIn: true,
        });
      } else {
        await call("/api/admin/events/{eventId}/cancel", "post", {
          path: { eventId: event.id },
          body: { reason },
          signedIn: true,
        });
      }
    },
    () => setDone({ seats, won }),
  );
  const submit = (submitted: FormEvent<HTMLFormElement>) => {
    submitted.preventDefault();
    cancel.mutate(String(new FormData(submitted.currentTarget).get("reason")).trim());
  };
  return (
    <Sheet open onClose={props.onClose} labelledBy="cancel-title">
      <h2 id="cancel-title" className="title-2">
        {t("cancelTitle", {
          name: schedule ? `${title} ${showTime(schedule.startsAt)}` : title,
        })}
      </h2>
      {done ? (
        <>
          <Notice tone="go">{t("done", { seats: done.seats, won: money(done.won) })}</Notice>
          <button type="button" className="button button-wide" onClick={props.onClose}>
            {t("toEvent")}
          </button>
        </>
      ) : (
        <form className="stack" onSubmit={submit}>
          <Notice tone="stop" icon="alert">
            {settlement.data ? (
              <>
                <p>{t("cancelSold", { seats, won: money(won) })}</p>
                {complimentary > 0 ? (
                  <p>{t("cancelTickets", { n: count(complimentary) })}</p>
                ) : null}
                <p>{t("cancelHeld")}</p>
                <p>
                  <b>{t("cancelForGood")}</b>
                </p>
              </>
            ) : (
              t(settlement.isError ? "offline" : "cancelCounting")
            )}
          </Notice>
          <Field label={t("reason")} name="reason" required maxLength={500} />
          {typed.field}
          {cancel.isError ? <SaveProblem error={cancel.error} /> : null}
          <button
            className="button button-danger button-wide"
            disabled={!typed.isRight || cancel.isPending || !settlement.data}
          >
            {t("doCancel")}
          </button>
          <button type="button" className="button button-wide" onClick={props.onClose}>
            {t("keep")}
          </button>
        </form>
      )}
    </Sheet>
  );
}
