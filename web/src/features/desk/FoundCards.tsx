import type { ReactNode } from "react";
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
      <button type="button" className="button button-small" onClick={props.onAct}>
        {props.action}
      </button>
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
