import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { serverNow } from "../../../lib/clock";
import { showTime } from "../../../lib/format";
import { Sheet } from "../../../ui/Sheet";
import type { Event, Schedule } from "./eventForm";
import { SaveProblem } from "./SaveProblem";
import { text } from "./text";
import { useEventChange } from "./useEventChange";

/** The platform takes no closing time that is past when it looks. */
const AHEAD_MILLIS = 10_000;

/** Ends the sale of a date at once; what was bought stays. */
export function CloseSaleSheet(props: { event: Event; schedule: Schedule; onClose: () => void }) {
  const t = useText(text);
  const { event, schedule } = props;
  const close = useEventChange(
    event.id,
    () =>
      call("/api/admin/events/{eventId}/schedules/{scheduleId}", "put", {
        path: { eventId: event.id, scheduleId: schedule.id },
        body: {
          startsAt: schedule.startsAt,
          endsAt: schedule.endsAt,
          saleOpensAt: schedule.saleOpensAt,
          saleClosesAt: new Date(serverNow() + AHEAD_MILLIS).toISOString(),
          queued: schedule.queued,
          casting: schedule.casting,
          playSequence: schedule.playSequence,
        },
        signedIn: true,
      }),
    props.onClose,
  );
  return (
    <Sheet open onClose={props.onClose} labelledBy="close-title">
      <h2 id="close-title" className="title-2">
        {t("closeSale")}
      </h2>
      <p>{t("closeSaleLead", { at: showTime(schedule.startsAt) })}</p>
      {close.isError ? <SaveProblem error={close.error} /> : null}
      <button
        type="button"
        className="button button-danger button-wide"
        disabled={close.isPending}
        onClick={() => close.mutate(undefined)}
      >
        {t("closeSale")}
      </button>
      <button type="button" className="button button-wide" onClick={props.onClose}>
        {t("keep")}
      </button>
    </Sheet>
  );
}
