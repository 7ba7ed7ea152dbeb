import { useState, type ReactNode } from "react";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { money, name, seats, showTime } from "../../lib/format";
import type { FoundAccount, FoundPayment, FoundReservation } from "./search";
import { text } from "./text";

const TONES = {
  CONFIRMED: "badge-go",
  SUCCESS: "badge-go",
  ACTIVE: "badge-go",
  PENDING: "badge-hurry",
  FAILED: "badge-stop",
  INACTIVE: "badge-stop",
} as Partial<Record<string, string>>;

type Status = FoundAccount["status"] | FoundPayment["status"] | FoundReservation["status"];

function Card(props: {
  title: string;
  status: Status;
  action: string;
  onAct: () => void;
  /** More that can be done. */
  more?: ReactNode;
  children: ReactNode;
}) {
  const t = useText(text);
  return (
    <article className="card desk-card">
      <div className="row">
        <h3 className="title-3 grow num">{props.title}</h3>
        <span className={`badge ${TONES[props.status] ?? ""}`}>{t(props.status)}</span>
      </div>
      {props.children}
      <div className="desk-actions">
        <button type="button" className="button button-small" onClick={props.onAct}>
          {props.action}
        </button>
        {props.more}
      </div>
    </article>
  );
}

export function AccountCard(props: { account: FoundAccount; onLook: (value: string) => void }) {
  const t = useText(text);
  const { account } = props;
  return (
    <Card
      title={account.email}
      status={account.status}
      action={t("hisReservations")}
      onAct={() => props.onLook(account.userId)}
    >
      <p className="small num">
        {account.name} · {account.phone} · {account.role}
      </p>
      <p className="caption ink-3 num">{account.userId}</p>
    </Card>
  );
}

export function ReservationCard(props: {
  reservation: FoundReservation;
  onLook: (value: string) => void;
  onRefund: (reservation: FoundReservation) => void;
}) {
  const t = useText(text);
  const { reservation } = props;
  const { refund } = reservation;
  return (
    <Card
      title={reservation.reservationNumber}
      status={reservation.status}
      action={t("itsPayments")}
      onAct={() => props.onLook(reservation.reservationId)}
      more={
        reservation.status === "CONFIRMED" ? (
          <>
            <SendTickets reservationId={reservation.reservationId} />
            <button
              type="button"
              className="button button-small"
              onClick={() => props.onRefund(reservation)}
            >
              {t("refund")}
            </button>
          </>
        ) : null
      }
    >
      <p>
        {name(reservation.title)} · <span className="num">{showTime(reservation.startsAt)}</span>
      </p>
      <p className="small ink-2">
        {seats(reservation.seats)} · <span className="num">{money(reservation.totalAmount)}</span>
      </p>
      <p className="small ink-2 num">
        {showTime(reservation.createdAt)}
        {reservation.cancelReason == null ? "" : ` · ${reservation.cancelReason}`}
      </p>
      {refund ? (
        <p className="small num">
          {t(refund.refundedAt == null ? "refundWaits" : "refundDone", {
            amount: money(refund.amount),
          })}
        </p>
      ) : null}
      {reservation.paymentId == null ? null : (
        <p className="caption ink-3 num">{reservation.paymentId}</p>
      )}
    </Card>
  );
}

function SendTickets({ reservationId }: { reservationId: string }) {
  const t = useText(text);
  const [said, setSaid] = useState<"ticketsSent" | "ticketsJustSent" | "ticketsFailed" | null>(
    null,
  );
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (busy) {
      return;
    }
    setBusy(true);
    try {
      await call("/api/admin/reservations/{id}/ticket-mail", "post", {
        path: { id: reservationId },
        signedIn: true,
      });
      setSaid("ticketsSent");
    } catch (error) {
      setSaid(isProblem(error) && error.status === 429 ? "ticketsJustSent" : "ticketsFailed");
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className="button button-small"
        aria-disabled={busy}
        onClick={() => void send()}
      >
        {t("sendTickets")}
      </button>
      <span className="small" role="status">
        {said ? t(said) : ""}
      </span>
    </>
  );
}

export function PaymentCard(props: { payment: FoundPayment; onLook: (value: string) => void }) {
  const t = useText(text);
  const { payment } = props;
  return (
    <Card
      title={money(payment.amount)}
      status={payment.status}
      action={t("hisReservations")}
      onAct={() => props.onLook(payment.userId)}
    >
      <p className="small ink-2 num">
        {payment.method} · {showTime(payment.paidAt ?? payment.createdAt)}
        {payment.checking ? ` · ${t("checking")}` : ""}
      </p>
      {payment.failureReason == null ? null : <p className="small">{payment.failureReason}</p>}
      <p className="caption ink-3 num">{payment.paymentId}</p>
    </Card>
  );
}
