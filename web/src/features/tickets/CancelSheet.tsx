import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { name, showTime } from "../../lib/format";
import { Notice } from "../../ui/Notice";
import { Sheet } from "../../ui/Sheet";
import type { Booking } from "./bookings";
import { QuotedSeats } from "./QuotedSeats";
import { forget } from "./stored";
import { text } from "./text";
import { useRefundQuote } from "./useRefundQuote";

type Key = Parameters<typeof text>[0];

/** Shows what comes back for each seat before any is cancelled, and says what became of it. */
export function CancelSheet(props: {
  booking: Booking | null;
  onClose: (news: Key | null) => void;
}) {
  const { booking, onClose } = props;
  return (
    <Sheet open={booking !== null} onClose={() => onClose(null)} labelledBy="cancel-title">
      {booking ? (
        <CancelForm key={booking.reservationId} booking={booking} onClose={onClose} />
      ) : null}
    </Sheet>
  );
}

function CancelForm(props: { booking: Booking; onClose: (news: Key | null) => void }) {
  const t = useText(text);
  const { booking, onClose } = props;
  const queries = useQueryClient();
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Key | null>(null);
  const chosen = booking.seats.map((one) => one.seatId).filter((id) => !kept.has(id));
  const quoted = useRefundQuote(booking.reservationId, chosen);
  const quote = chosen.length > 0 ? quoted.data : undefined;
  const refused = quoted.isError && chosen.length > 0 ? reason(quoted.error) : null;
  const said = problem ?? (refused === "cancelUnknown" ? "quoteFailed" : refused);

  const keep = (seatId: string, isKept: boolean) => {
    const next = new Set(kept);
    if (isKept) next.add(seatId);
    else next.delete(seatId);
    setKept(next);
    setProblem(null);
  };

  const cancel = async () => {
    if (busy || !quote) {
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await call("/api/reservations/{id}", "delete", {
        path: { id: booking.reservationId },
        query: { seatIds: chosen, quote: quote.quote },
        signedIn: true,
      });
      forget(booking.reservationId);
      await queries.invalidateQueries({ queryKey: ["bookings"] });
      void queries.invalidateQueries({ queryKey: ["payments"] });
      onClose(chosen.length === booking.seats.length ? "cancelDone" : "cancelPartDone");
    } catch (error) {
      const why = reason(error);
      if (why === "wrongState" || why === "cancelUnknown") {
        void queries.invalidateQueries({ queryKey: ["bookings"] });
        onClose(why);
        return;
      }
      setBusy(false);
      setProblem(why);
      if (why === "quoteOver") void quoted.refetch();
    }
  };

  return (
    <>
      <h2 className="title-2" id="cancel-title">
        {t("cancelTitle")}
      </h2>
      <p className="small ink-3 num">
        {name(booking.title)} · {showTime(booking.startsAt)}
      </p>
      <QuotedSeats booking={booking} quote={quote} kept={kept} onKeep={keep} />
      <p className="small ink-2">{t("cancelHow")}</p>
      {said ? (
        <Notice tone="stop" alert>
          {t(said)}
        </Notice>
      ) : null}
      <button
        type="button"
        className="button button-danger button-wide"
        aria-disabled={busy || !quote}
        onClick={() => void cancel()}
      >
        {busy ? t("cancelling") : t("cancelDo", { n: chosen.length })}
      </button>
      <button type="button" className="button button-wide" onClick={() => onClose(null)}>
        {t("keep")}
      </button>
    </>
  );
}

function reason(error: unknown): Key {
  if (!isProblem(error)) {
    return "cancelFailed";
  }
  switch (error.code) {
    case "reservation.too_late":
      return "tooLate";
    case "reservation.order_open":
      return "orderOpen";
    case "reservation.quote_over":
    case "reservation.quote_not_valid":
      return "quoteOver";
    case "reservation.ticket_used":
      return "ticketUsed";
    case "reservation.wrong_state":
    case "reservation.no_such_seats":
      return "wrongState";
    default:
      return error.isOffline ? "cancelUnknown" : "cancelFailed";
  }
}
