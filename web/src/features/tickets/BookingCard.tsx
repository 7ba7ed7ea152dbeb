import { Link } from "wouter";
import { useText } from "../../i18n/useText";
import { countdown, isoDay, money, name, seats, showTime } from "../../lib/format";
import { Cue, type CueState } from "../../ui/Cue";
import { Notice } from "../../ui/Notice";
import { Poster } from "../../ui/Poster";
import { isUnfinished, shelfOf, type Booking, type Refund } from "./bookings";
import { text } from "./text";

/** One booking: its state in a light and a word, and what can be done. */
export function BookingCard(props: {
  booking: Booking;
  refund: Refund;
  now: number;
  onCancel?: (booking: Booking) => void;
  onRemove?: (booking: Booking) => void;
}) {
  const t = useText(text);
  const { booking, refund, now, onCancel, onRemove } = props;
  const { cue, words } = stateOf(booking, refund, now);
  const isPaid = booking.status === "CONFIRMED";
  return (
    <article className="card booking" aria-label={`${name(booking.title)}, ${words}`}>
      <div className="booking-body">
        <Poster url={booking.posterUrl} />
        <div className="grow">
          <p className="booking-state small num">
            <Cue state={cue} />
            {words}
          </p>
          <h2 className="title-3">{name(booking.title)}</h2>
          <p className="small ink-2 num">{showTime(booking.startsAt, now)}</p>
          <p className="small ink-2">{seats(booking.seats)}</p>
          {isPaid && booking.givenBack.length > 0 ? (
            <p className="caption ink-3 num">
              {t("givenBack", {
                n: booking.givenBack.length,
                won: money(booking.givenBack.reduce((sum, one) => sum + one.refund, 0)),
              })}
            </p>
          ) : null}
          {booking.cancelReason === "EXPIRED" && refund === "none" ? (
            <p className="caption ink-3">{t("expired")}</p>
          ) : null}
        </div>
      </div>
      {booking.freeCancellationUntil == null ? null : (
        <Notice tone="hurry" icon="info">
          {t("showChanged", { until: showTime(booking.freeCancellationUntil, now) })}
        </Notice>
      )}
      {isUnfinished(booking) ? (
        <div className="booking-actions">
          <Link href={`/checkout/${booking.reservationId}`} className="booking-main">
            {t(booking.checkedOut && isOver(booking, now) ? "seeState" : "payNow")}
          </Link>
        </div>
      ) : null}
      {booking.status === "CANCELLED" && (refund !== "none" || onRemove) ? (
        <div className="booking-actions">
          {onRemove ? (
            <button type="button" onClick={() => onRemove(booking)}>
              {t("removeEntry")}
            </button>
          ) : null}
          {refund === "none" ? null : (
            <Link href={`/tickets/${booking.reservationId}/receipt`} className="booking-main">
              {t("receipt")}
            </Link>
          )}
        </div>
      ) : null}
      {isPaid ? (
        <div className="booking-actions">
          {onCancel && Date.parse(booking.startsAt) > now ? (
            <button type="button" onClick={() => onCancel(booking)}>
              {t("cancel")}
            </button>
          ) : null}
          <Link href={`/tickets/${booking.reservationId}`} className="booking-main">
            {t("open", { n: booking.seats.length })}
          </Link>
        </div>
      ) : null}
    </article>
  );
}

function isOver(booking: Booking, now: number): boolean {
  return booking.holdExpiresAt != null && Date.parse(booking.holdExpiresAt) <= now;
}

function stateOf(booking: Booking, refund: Refund, now: number): { cue: CueState; words: string } {
  if (booking.status === "CANCELLED") {
    const words =
      refund === "running" ? "refunding" : refund === "done" ? "refunded" : "wasCancelled";
    return { cue: refund === "running" ? "hurry" : "ring", words: text(words) };
  }
  if (isUnfinished(booking)) {
    return isOver(booking, now) || booking.holdExpiresAt == null
      ? { cue: "wait", words: text("settling") }
      : {
          cue: "hurry",
          words: text("payWithin", { left: countdown(Date.parse(booking.holdExpiresAt) - now) }),
        };
  }
  if (shelfOf(booking, now) === "past") {
    return { cue: "ring", words: text("watched") };
  }
  const days = dayNumber(booking.startsAt) - dayNumber(now);
  const words =
    days <= 0 ? text("today") : days === 1 ? text("tomorrow") : text("daysLeft", { n: days });
  return { cue: "go", words };
}

function dayNumber(at: string | number): number {
  return Math.floor(Date.parse(`${isoDay(at)}T00:00:00Z`) / 86_400_000);
}
