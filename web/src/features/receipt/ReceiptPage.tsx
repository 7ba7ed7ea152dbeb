import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "wouter";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { MessagePage, ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { money, name, seat, showTime } from "../../lib/format";
import { useTitle } from "../../lib/useTitle";
import { useSession } from "../../session/useSession";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { type Booking, paidFor, paidSeats, type Payment } from "./payments";
import { text } from "./text";
import "./receipt.css";

/** What was paid for a booking and what came back, to print or to keep. */
export default function ReceiptPage() {
  const { reservationId = "" } = useParams<{ reservationId: string }>();
  const t = useText(text);
  useTitle(`${t("title")} · Onsale`);
  const session = useSession();
  const receipt = useQuery({
    queryKey: ["receipt", reservationId],
    queryFn: async ({ signal }) => {
      const [booking, payments] = await Promise.all([
        call("/api/reservations/{id}", "get", {
          path: { id: reservationId },
          signedIn: true,
          signal,
        }),
        paidFor(reservationId, signal),
      ]);
      return { booking, payments };
    },
    enabled: session !== "out",
  });
  if (session === "out" || (isProblem(receipt.error) && receipt.error.status === 401)) {
    return (
      <MessagePage icon="lock" title={t("loginTitle")} detail={t("loginLead")}>
        <Link
          className="button button-primary"
          href={`/login?next=/tickets/${reservationId}/receipt`}
        >
          {t("login")}
        </Link>
      </MessagePage>
    );
  }
  if (receipt.isError) {
    return <ProblemPage error={receipt.error} retry={() => void receipt.refetch()} />;
  }
  return receipt.data ? (
    <Receipt {...receipt.data} />
  ) : (
    <div className="wrap wrap-narrow receipt" aria-hidden="true">
      <span className="skeleton receipt-waiting" />
    </div>
  );
}

function Receipt({ booking, payments }: { booking: Booking; payments: Payment[] }) {
  const t = useText(text);
  return (
    <div className="wrap wrap-narrow receipt">
      <div className="receipt-top">
        <Link
          href={`/tickets/${booking.reservationId}`}
          className="icon-button"
          aria-label={t("back")}
        >
          <Icon name="back" />
        </Link>
        <h1 className="title-2 grow">{t("title")}</h1>
        <button type="button" className="button button-small" onClick={() => window.print()}>
          <Icon name="print" size={20} />
          {t("print")}
        </button>
      </div>
      {payments.length === 0 ? <Notice>{t("nothingPaid")}</Notice> : null}
      {payments.map((payment) => (
        <PaymentReceipt key={payment.paymentId} booking={booking} payment={payment} />
      ))}
    </div>
  );
}

function PaymentReceipt({ booking, payment }: { booking: Booking; payment: Payment }) {
  const t = useText(text);
  const { refund } = booking;
  return (
    <article className="card receipt-card" aria-labelledby={payment.paymentId}>
      <h2 className="title-3" id={payment.paymentId}>
        {name(booking.title)}
      </h2>
      <p className="small ink-2 num">{showTime(booking.startsAt)}</p>
      <p className="small ink-2">
        {name(booking.venue)} {name(booking.hall)}
      </p>
      <dl className="receipt-lines">
        {paidSeats(booking).map((one) => (
          <Line key={one.seatId} label={seat(one.seatNumber, one.grade)} value={money(one.price)} />
        ))}
      </dl>
      <dl className="receipt-lines">
        <Line label={t("amount")} value={money(payment.amount)} isTotal />
        <Line label={t("method")} value={t(payment.method)} />
        <Line label={t("paidAt")} value={showTime(payment.paidAt ?? payment.createdAt)} />
        <Line label={t("reservationNumber")} value={booking.reservationNumber} />
        <Line label={t("paymentId")} value={payment.paymentId} />
      </dl>
      {refund ? (
        <dl className="receipt-lines">
          <Line
            label={t(refund.refundedAt == null ? "refunding" : "refunded")}
            value={`−${money(refund.amount)}`}
            isTotal
          />
          {booking.givenBack.map((one) => (
            <Line
              key={one.seatId}
              label={t("seatBack", { seat: seat(one.seatNumber, one.grade) })}
              value={
                one.fee === 0
                  ? `−${money(one.refund)}`
                  : t("lessFee", { won: `−${money(one.refund)}`, fee: money(one.fee) })
              }
            />
          ))}
          <Line label={t("refundAskedAt")} value={showTime(refund.askedAt)} />
          {refund.refundedAt == null ? null : (
            <Line label={t("refundedAt")} value={showTime(refund.refundedAt)} />
          )}
        </dl>
      ) : null}
    </article>
  );
}

function Line(props: { label: string; value: string; isTotal?: boolean }) {
  return (
    <div className={props.isTotal ? "receipt-total" : undefined}>
      <dt>{props.label}</dt>
      <dd className="num">{props.value}</dd>
    </div>
  );
}
