import { useState, type FormEvent } from "react";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { money, name, seat } from "../../lib/format";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { Sheet } from "../../ui/Sheet";
import type { RefundRequest } from "./refunds";
import type { FoundReservation } from "./search";
import { text } from "./text";

type Key = Parameters<typeof text>[0];

/** An operator gives seats back, for a fee of the operator's choice and with a reason. */
export function RefundSheet(props: {
  reservation: FoundReservation | null;
  onClose: (done: RefundRequest | null) => void;
}) {
  const { reservation, onClose } = props;
  return (
    <Sheet open={reservation !== null} onClose={() => onClose(null)} labelledBy="refund-title">
      {reservation ? (
        <RefundForm key={reservation.reservationId} reservation={reservation} onClose={onClose} />
      ) : null}
    </Sheet>
  );
}

function RefundForm(props: {
  reservation: FoundReservation;
  onClose: (done: RefundRequest | null) => void;
}) {
  const t = useText(text);
  const { reservation, onClose } = props;
  const [id] = useState(() => crypto.randomUUID()); // sent again, it is the same request
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const [percent, setPercent] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Key | null>(null);
  const active = reservation.seats.filter((one) => one.active);
  const chosen = active.filter((one) => !kept.has(one.seatId));
  const back = chosen.reduce(
    (sum, one) => sum + one.price - Math.floor((one.price * percent) / 100),
    0,
  );

  const toggle = (seatId: string) => {
    const next = new Set(kept);
    if (!next.delete(seatId)) next.add(seatId);
    setKept(next);
  };

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = String(new FormData(event.currentTarget).get("reason")).trim();
    if (busy || chosen.length === 0 || reason === "") {
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      onClose(
        await call("/api/admin/reservations/{id}/refunds", "post", {
          path: { id: reservation.reservationId },
          body: { id, seatIds: chosen.map((one) => one.seatId), feePercent: percent, reason },
          signedIn: true,
        }),
      );
    } catch (error) {
      setProblem(why(error));
      setBusy(false);
    }
  };

  return (
    <form className="desk-form" onSubmit={(event) => void send(event)}>
      <h2 className="title-2" id="refund-title">
        {t("refundTitle")}
      </h2>
      <p className="small ink-2 num">
        {reservation.reservationNumber} · {name(reservation.title)}
      </p>
      <fieldset className="desk-seats">
        <legend className="small">{t("refundSeats")}</legend>
        {active.map((one) => (
          <label key={one.seatId} className="checkbox">
            <input
              type="checkbox"
              checked={!kept.has(one.seatId)}
              onChange={() => toggle(one.seatId)}
            />
            <span>
              {seat(one.seatNumber, one.grade)} · <span className="num">{money(one.price)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Field
        label={t("refundFee")}
        type="number"
        min={0}
        max={100}
        step={1}
        required
        value={percent}
        onChange={(event) =>
          setPercent(Math.min(100, Math.max(0, Math.trunc(event.target.valueAsNumber || 0))))
        }
      />
      <Field
        label={t("refundReason")}
        hint={t("refundReasonHint")}
        name="reason"
        required
        maxLength={500}
        autoComplete="off"
      />
      <p aria-live="polite">
        {t("refundBack")} <b className="num">{money(back)}</b>
      </p>
      <p className="small ink-2">{t("refundHow")}</p>
      {problem ? (
        <Notice tone="stop" alert>
          {t(problem)}
        </Notice>
      ) : null}
      <button
        className="button button-danger button-wide"
        aria-disabled={busy || chosen.length === 0}
      >
        {t(busy ? "refundSending" : "refundDo", { n: chosen.length })}
      </button>
      <button type="button" className="button button-wide" onClick={() => onClose(null)}>
        {t("close")}
      </button>
    </form>
  );
}

function why(error: unknown): Key {
  switch (isProblem(error) ? error.code : "") {
    case "reservation.own_reservation":
      return "refundOwn";
    case "reservation.refund_waits":
      return "refundWaitsAlready";
    case "reservation.ticket_used":
      return "refundUsed";
    case "reservation.wrong_state":
    case "reservation.no_such_seats":
    case "reservation.order_open":
      return "refundChanged";
    default:
      return "refundFailed";
  }
}
