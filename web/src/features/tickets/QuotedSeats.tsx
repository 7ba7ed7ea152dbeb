import { useText } from "../../i18n/useText";
import { money, seat, showTime } from "../../lib/format";
import type { Booking } from "./bookings";
import { text } from "./text";
import type { RefundQuote } from "./useRefundQuote";

/** The seats of a booking to choose from, what each brings back, and why. */
export function QuotedSeats(props: {
  booking: Booking;
  quote: RefundQuote | undefined;
  kept: ReadonlySet<string>;
  onKeep: (seatId: string, isKept: boolean) => void;
}) {
  const t = useText(text);
  const { booking, quote, kept, onKeep } = props;
  const quoted = new Map(quote?.seats.map((one) => [one.seatId, one]));
  return (
    <>
      <fieldset className="cancel-seats">
        <legend className="small ink-3">{t("cancelChoose")}</legend>
        {booking.seats.map((one) => {
          const terms = quoted.get(one.seatId);
          return (
            <label key={one.seatId} className="checkbox cancel-seat">
              <input
                type="checkbox"
                checked={!kept.has(one.seatId)}
                onChange={(event) => onKeep(one.seatId, !event.target.checked)}
              />
              <span className="grow">
                {seat(one.seatNumber, one.grade)}
                <span className="small ink-3 num">
                  {" "}
                  {money(one.price)}
                  {terms && terms.fee > 0 ? ` · ${t("fee", { won: money(terms.fee) })}` : ""}
                </span>
              </span>
              <span className="num">
                {kept.has(one.seatId) ? t("stays") : terms ? money(terms.refund) : "…"}
              </span>
            </label>
          );
        })}
      </fieldset>
      <div className="inset cancel-total" role="status">
        {quote ? (
          <>
            <p className="row small">
              <span className="grow">{t("quotePrice")}</span>
              <span className="num">{money(quote.totalPrice)}</span>
            </p>
            <p className="row small">
              <span className="grow">{t("quoteFee", { percent: quote.feePercent })}</span>
              <span className="num">{money(quote.totalFee)}</span>
            </p>
            <p className="row">
              <b className="grow">{t("quoteRefund")}</b>
              <b className="num">{money(quote.totalRefund)}</b>
            </p>
          </>
        ) : (
          <p className="small ink-3">
            {t(kept.size === booking.seats.length ? "chooseOne" : "quoting")}
          </p>
        )}
      </div>
      {quote ? (
        <p className="small ink-2 num">
          {t(`why${quote.why}`, { until: showTime(quote.termsUntil) })}
        </p>
      ) : null}
    </>
  );
}
