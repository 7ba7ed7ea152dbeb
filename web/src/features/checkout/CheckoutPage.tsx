import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation, useParams, useSearch } from "wouter";
import { Bare } from "../../app/Bare";
import { MessagePage, ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { money, name } from "../../lib/format";
import { useTitle } from "../../lib/useTitle";
import { useSession } from "../../session/useSession";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { attemptOf } from "./attempt";
import { usePaymentsOf, usePayMethods, useReservation } from "./data";
import { usePoints } from "../profile/usePoints";
import { GiveBack } from "./GiveBack";
import { HoldTimer } from "./HoldTimer";
import { Order } from "./Order";
import { text } from "./text";
import { usePay } from "./usePay";
import { UsePoints } from "./UsePoints";
import { type Payment, type Reservation, verdictOf } from "./verdict";
import { Ended } from "./Ended";
import "./checkout.css";

/** As the platform has it unless its operators set another: how often an order may be tried. */
const ATTEMPTS_MAX = 3;
const REFRESH_MILLIS = 4_000;
/** The platform's own word for a try that the fan closed; providers have theirs in words for people. */
const GIVEN_UP = "given up by the fan";

export default function CheckoutPage() {
  const { reservationId } = useParams<{ reservationId: string }>();
  const t = useText(text);
  const [, navigate] = useLocation();
  const session = useSession();
  const reservation = useReservation(reservationId, REFRESH_MILLIS);
  const isPending =
    reservation.data?.status === "PENDING" || reservation.data?.status === "DR_RECOVERED";
  const payments = usePaymentsOf(reservationId, isPending ? false : REFRESH_MILLIS);
  const { data } = reservation;
  useTitle(t("pageTitle", { title: name(data?.title ?? "") }));
  useEffect(() => {
    if (session === "out")
      navigate(`/login?next=${encodeURIComponent(`/checkout/${reservationId}`)}`);
  }, [session, navigate, reservationId]);
  // A payment that is being decided is looked at where its steps are shown.
  const isUnderWay =
    payments.data?.some((one) => one.checking || one.status === "SUCCESS") ?? false;
  useEffect(() => {
    if (isPending && isUnderWay) {
      navigate(`/pay/return?reservationId=${reservationId}`, { replace: true });
    }
  }, [isPending, isUnderWay, navigate, reservationId]);

  if (!data) {
    if (reservation.error) {
      return (
        <Bare>
          <ProblemPage error={reservation.error} retry={() => void reservation.refetch()} />
        </Bare>
      );
    }
    return (
      <main id="main" className="wrap">
        <h1 className="hidden-text">{t("heading")}</h1>
        <p role="status" className="ink-3">
          {t("loading")}
        </p>
      </main>
    );
  }
  if (data.status === "CONFIRMED") {
    return (
      <Bare>
        <MessagePage
          icon="ticket"
          title={t("doneTitle")}
          detail={t("doneNumber", { number: data.reservationNumber })}
        >
          <Link className="button button-primary" href={`/tickets/${reservationId}`}>
            {t("toTicket")}
          </Link>
        </MessagePage>
      </Bare>
    );
  }
  if (!isPending) {
    return <Ended reservation={data} verdict={verdictOf(data, payments.data?.[0] ?? null)} />;
  }
  return <Paying reservation={data} payments={payments.data ?? []} />;
}

function Paying({ reservation, payments }: { reservation: Reservation; payments: Payment[] }) {
  const t = useText(text);
  const { pay, isPaying, problem } = usePay(reservation);
  const methods = usePayMethods();
  const [wanted, setWanted] = useState(() => {
    const before = attemptOf(reservation.reservationId);
    return before ? keyOf(before) : "";
  });
  const chosen = methods.find((one) => keyOf(one) === wanted) ?? methods[0]!;
  const [before] = useState(() => attemptOf(reservation.reservationId)?.points ?? 0);
  const spendable = usePoints().data?.spendable ?? 0;
  const usable = Math.min(reservation.totalAmount, before > 0 ? before : spendable);
  const [isUsed, setUsed] = useState(before > 0);
  const points = isUsed ? usable : 0;
  const [isAgreed, setAgreed] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const consent = useRef<HTMLInputElement>(null);
  const isInstead = new URLSearchParams(useSearch()).has("instead");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isAgreed) {
      setAsked(true);
      consent.current?.focus();
      return;
    }
    void pay(chosen, points);
  };
  return (
    <div className="checkout">
      <HoldTimer reservation={reservation} />
      <main id="main" tabIndex={-1}>
        <form className="wrap checkout-grid" onSubmit={submit}>
          <div className="checkout-order">
            <h1 className="hidden-text">{t("heading")}</h1>
            {reservation.status === "DR_RECOVERED" ? (
              <Notice tone="hurry">{t("recovered")}</Notice>
            ) : null}
            {isInstead ? <Notice tone="hurry">{t("instead")}</Notice> : null}
            <Order reservation={reservation} />
          </div>
          <div className="checkout-pay">
            <Declined payments={payments} />
            <fieldset className="methods">
              <legend className="title-2">{t("method")}</legend>
              {methods.map((one) => (
                <label key={keyOf(one)} className="method">
                  <input
                    type="radio"
                    name="method"
                    checked={one === chosen}
                    onChange={() => setWanted(keyOf(one))}
                  />
                  <span className="grow">{one.name}</span>
                  {one.method === "CARD" ? <Icon name="card" /> : null}
                </label>
              ))}
            </fieldset>
            <UsePoints usable={usable} isUsed={isUsed} onUse={setUsed} />
            <section>
              <h2 className="title-2">{t("refundTitle")}</h2>
              <p className="small ink-2">{t("refundRule")}</p>
            </section>
            <div>
              <label className="checkbox">
                <input
                  ref={consent}
                  type="checkbox"
                  checked={isAgreed}
                  aria-invalid={isAsked && !isAgreed ? true : undefined}
                  aria-describedby={isAsked && !isAgreed ? "consent-needed" : undefined}
                  onChange={(event) => setAgreed(event.target.checked)}
                />
                <span className="small">{t("consent")}</span>
              </label>
              {isAsked && !isAgreed ? (
                <p id="consent-needed" className="hint hint-error" role="alert">
                  {t("consentNeeded")}
                </p>
              ) : null}
            </div>
            <GiveBack reservation={reservation} />
            <div className="pay-bar">
              {problem ? (
                <Notice tone="stop" alert>
                  {problem}
                </Notice>
              ) : null}
              <button
                type="submit"
                className="button button-primary button-wide num"
                aria-disabled={isPaying}
              >
                {isPaying
                  ? t("paying")
                  : t("pay", { price: money(reservation.totalAmount - points) })}
              </button>
              <p className="caption ink-3">{t("payNote")}</p>
            </div>
          </div>
        </form>
      </main>
    </div>
  );
}

function keyOf(way: { method: string; channelKey: string }): string {
  return `${way.method} ${way.channelKey}`;
}

/** After a refusal: why, that nothing was charged, and how often it may be tried again. */
function Declined({ payments }: { payments: Payment[] }) {
  const t = useText(text);
  const back = new URLSearchParams(useSearch());
  const failed = payments.filter((one) => one.status === "FAILED");
  if (failed.length === 0 && !back.has("declined")) return null;
  const reason = back.get("reason") ?? failed[0]?.failureReason ?? "";
  const isClosed = back.get("declined") === "closed" || reason === GIVEN_UP;
  const left = Math.max(0, ATTEMPTS_MAX - payments.length);
  return (
    <Notice tone="stop" alert>
      <b>
        {isClosed
          ? t("closed")
          : reason === ""
            ? t("declined")
            : t("declinedReason", { reason: name(reason) })}
      </b>
      <br />
      {t("nothingCharged")} {left > 0 ? t("attemptsLeft", { n: left }) : t("lastAttempt")}
    </Notice>
  );
}
