import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { money, name, seat, showTime } from "../../lib/format";
import { Notice } from "../../ui/Notice";
import { Sheet } from "../../ui/Sheet";
import type { Booking } from "./bookings";
import { forget } from "./stored";
import { text } from "./text";

type Key = Parameters<typeof text>[0];

/** Asks before a booking is cancelled, and says what became of it. */
export function CancelSheet(props: {
  booking: Booking | null;
  onClose: (news: Key | null) => void;
}) {
  const t = useText(text);
  const { booking, onClose } = props;
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Key | null>(null);

  const close = (news: Key | null) => {
    setBusy(false);
    setProblem(null);
    onClose(news);
  };

  const cancel = async () => {
    if (booking === null || busy) {
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await call("/api/reservations/{id}", "delete", {
        path: { id: booking.reservationId },
        signedIn: true,
      });
      forget(booking.reservationId);
      await queries.invalidateQueries({ queryKey: ["bookings"] });
      void queries.invalidateQueries({ queryKey: ["payments"] });
      close("cancelDone");
    } catch (error) {
      const why = reason(error);
      if (why === "wrongState" || why === "cancelUnknown") {
        void queries.invalidateQueries({ queryKey: ["bookings"] });
        close(why);
      } else {
        setBusy(false);
        setProblem(why);
      }
    }
  };

  return (
    <Sheet open={booking !== null} onClose={() => close(null)} labelledBy="cancel-title">
      {booking ? (
        <>
          <h2 className="title-2" id="cancel-title">
            {t("cancelTitle")}
          </h2>
          <p className="small ink-3 num">
            {name(booking.title)} · {showTime(booking.startsAt)}
          </p>
          <ul className="lines cancel-seats">
            {booking.seats.map((one) => (
              <li key={one.seatId} className="row">
                <span className="grow">{seat(one.seatNumber, one.grade)}</span>
                <span className="num">{money(one.price)}</span>
              </li>
            ))}
          </ul>
          <div className="inset row">
            <b className="grow">{t("cancelPaid")}</b>
            <b className="num">{money(booking.totalAmount)}</b>
          </div>
          <p className="small ink-2">
            {t("cancelAll", { n: booking.seats.length })} {t("cancelHow")}
          </p>
          {problem ? (
            <Notice tone="stop" alert>
              {t(problem)}
            </Notice>
          ) : null}
          <button
            type="button"
            className="button button-danger button-wide"
            aria-disabled={busy}
            onClick={() => void cancel()}
          >
            {busy ? t("cancelling") : t("cancelDo", { n: booking.seats.length })}
          </button>
          <button type="button" className="button button-wide" onClick={() => close(null)}>
            {t("keep")}
          </button>
        </>
      ) : null}
    </Sheet>
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
    case "reservation.wrong_state":
      return "wrongState";
    default:
      return error.isOffline ? "cancelUnknown" : "cancelFailed";
  }
}
