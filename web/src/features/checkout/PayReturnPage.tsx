import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { Bare } from "../../app/Bare";
import { NotFoundPage, ProblemPage } from "../../app/MessagePage";
import { useOnline } from "../../app/Connection";
import { useText } from "../../i18n/useText";
import { serverNow } from "../../lib/clock";
import { clock, money, name, showTime } from "../../lib/format";
import { useServerTime } from "../../lib/useServerTime";
import { useTitle } from "../../lib/useTitle";
import { useSession } from "../../session/useSession";
import { Icon } from "../../ui/Icon";
import { Logo } from "../../ui/Logo";
import { Notice } from "../../ui/Notice";
import { attemptOf, forget, keep } from "./attempt";
import { usePaymentsOf, useReservation, useVerdict } from "./data";
import { Ended } from "./Ended";
import { text } from "./text";
import { type Payment, type Reservation, verdictOf } from "./verdict";
import "./checkout.css";

const POLL_MILLIS = 1_200;
/** The verdict is awaited by a call of its own; this is for the case that it breaks. */
const LOOK_MILLIS = 5_000;
const LONG_SECONDS = 10;
const VERY_LONG_SECONDS = 60;
const CONFIRM_AGAIN_MILLIS = 3_000;

/** Back from the provider: what is true now, until it is final. */
export default function PayReturnPage() {
  const t = useText(text);
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  const session = useSession();
  const id = search.get("reservationId") ?? "";
  useTitle(t("returnTitle"));
  const isAgreedOrLooking = useReturn(id, search);
  const reservation = useReservation(id, isAgreedOrLooking ? LOOK_MILLIS : false);
  useVerdict(id, isAgreedOrLooking && reservation.data?.status === "PENDING");
  const payments = usePaymentsOf(id, isAgreedOrLooking ? POLL_MILLIS : false);
  const own = attemptOf(id)?.paymentId;
  const payment =
    payments.data?.find((one) => one.paymentId === own) ??
    payments.data?.find((one) => one.checking || one.status === "SUCCESS") ??
    payments.data?.[0] ??
    null;
  const verdict = reservation.data && payments.data ? verdictOf(reservation.data, payment) : null;
  useEffect(() => {
    if (session === "out")
      navigate(`/login?next=${encodeURIComponent(`/pay/return?reservationId=${id}`)}`);
  }, [session, navigate, id]);
  useEffect(() => {
    if (verdict?.kind !== "declined") return;
    forget(id);
    navigate(`/checkout/${id}?declined=1`, { replace: true });
  }, [verdict?.kind, id, navigate]);

  // Nobody has agreed to anything: there is nothing to check yet.
  const isTooEarly =
    isAgreedOrLooking &&
    verdict?.kind === "confirming" &&
    !attemptOf(id)?.paymentToken &&
    payment?.status !== "SUCCESS" &&
    payment?.checking !== true;
  useEffect(() => {
    if (isTooEarly) navigate(`/checkout/${id}`, { replace: true });
  }, [isTooEarly, id, navigate]);

  if (id === "") {
    return (
      <Bare>
        <NotFoundPage />
      </Bare>
    );
  }
  if (
    !reservation.data &&
    reservation.error &&
    !(isProblem(reservation.error) && reservation.error.isTemporary)
  ) {
    return (
      <Bare>
        <ProblemPage error={reservation.error} retry={() => void reservation.refetch()} />
      </Bare>
    );
  }
  if (reservation.data && verdict) {
    if (verdict.kind === "done") return <Done reservation={reservation.data} />;
    if (verdict.kind === "refunding" || verdict.kind === "over") {
      return <Ended reservation={reservation.data} verdict={verdict} />;
    }
  }
  return <Confirming reservationId={id} payment={payment} />;
}

/**
 * Takes up what the provider sent along. The token is kept before it is used and taken out of the
 * address, so that a reload or the back button finds it and sends nothing twice.
 */
function useReturn(id: string, search: URLSearchParams): boolean {
  const [, navigate] = useLocation();
  const [isReady, setReady] = useState(false);
  const began = useRef(false);
  useEffect(() => {
    if (began.current || id === "") return;
    began.current = true;
    const token = search.get("paymentToken");
    const isBack = search.has("paymentId") || search.has("code");
    const attempt = attemptOf(id);
    if (token && attempt) {
      keep(id, { ...attempt, paymentToken: token, approvedAt: serverNow() });
    }
    if (isBack) navigate(`/pay/return?reservationId=${id}`, { replace: true });
    void (async () => {
      if (isBack && !token) {
        await giveUp(id, attempt?.paymentId);
        const why = search.get("pgMessage") ?? search.get("message") ?? "";
        const isClosed = /CANCEL|CLOSE/i.test(`${search.get("pgCode")} ${search.get("code")}`);
        const query = new URLSearchParams({ declined: isClosed ? "closed" : "1" });
        if (why !== "" && !isClosed) query.set("reason", why.slice(0, 200));
        navigate(`/checkout/${id}?${query.toString()}`, { replace: true });
        return;
      }
      setReady(true);
      await confirm(id);
    })();
    // Once for each return; the address changes by this itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [id]);
  return isReady;
}

/** A try that was not agreed to is closed, so that the next can begin. */
async function giveUp(id: string, paymentId: string | undefined): Promise<void> {
  forget(id);
  if (paymentId === undefined) return;
  await call("/api/payments/{id}/cancel", "post", {
    path: { id: paymentId },
    signedIn: true,
  }).catch(
    () => undefined, // it has ended by itself, or ends later; nothing is charged without a token
  );
}

/** Told once; if the answer is lost, told again with the same token, which takes no money twice. */
async function confirm(id: string): Promise<void> {
  for (;;) {
    const attempt = attemptOf(id);
    if (!attempt?.paymentId || !attempt.paymentToken) return;
    try {
      await call("/api/payments/confirm", "post", {
        body: { paymentId: attempt.paymentId, paymentToken: attempt.paymentToken },
        signedIn: true,
      });
      return;
    } catch (error) {
      if (!isProblem(error) || !error.isTemporary) return; // the polls tell what is true
      await new Promise((resolve) => setTimeout(resolve, CONFIRM_AGAIN_MILLIS));
    }
  }
}

function Confirming({
  reservationId,
  payment,
}: {
  reservationId: string;
  payment: Payment | null;
}) {
  const t = useText(text);
  const isOnline = useOnline();
  const now = useServerTime();
  const [since] = useState(() => attemptOf(reservationId)?.approvedAt ?? serverNow());
  const seconds = Math.max(0, Math.round((now - since) / 1000));
  const isPaid = payment?.status === "SUCCESS";
  const detail =
    seconds > VERY_LONG_SECONDS
      ? "confirmingVeryLong"
      : seconds > LONG_SECONDS
        ? "confirmingLong"
        : null;
  return (
    <main id="main" tabIndex={-1} className="wrap wrap-narrow confirming">
      <p className="logo" role="img" aria-label="Onsale">
        <Logo />
      </p>
      <div className="stack">
        <span className="spinner" aria-hidden="true" />
        <h1 className="title-1">{t("confirming")}</h1>
        <p className="ink-2" role="status">
          {t("confirmingDetail")} {detail ? t(detail) : ""} {isOnline ? "" : t("offline")}
        </p>
        <ol className="steps">
          <Step state="done" name={t("stepApproved")} time={clock(since)} />
          <Step
            state={isPaid ? "done" : "now"}
            name={t("stepChecked")}
            time={isPaid && payment?.paidAt ? clock(payment.paidAt) : t("stepFor", { n: seconds })}
          />
          <Step state={isPaid ? "now" : "later"} name={t("stepTicket")} time="" />
        </ol>
      </div>
      <Notice icon="shield">{t("promise")}</Notice>
    </main>
  );
}

function Step({
  state,
  name,
  time,
}: {
  state: "done" | "now" | "later";
  name: string;
  time: string;
}) {
  return (
    <li className={`step is-${state}`} aria-current={state === "now" ? "step" : undefined}>
      <span className="step-mark" aria-hidden="true">
        {state === "done" ? <Icon name="check" size={16} /> : null}
      </span>
      <span className="grow">{name}</span>
      <span className="caption ink-3 num">{time}</span>
    </li>
  );
}

function Done({ reservation }: { reservation: Reservation }) {
  const t = useText(text);
  const id = reservation.reservationId;
  useEffect(() => forget(id), [id]);
  return (
    <main id="main" tabIndex={-1} className="wrap wrap-narrow confirming">
      <p className="logo" role="img" aria-label="Onsale">
        <Logo />
      </p>
      <div className="stack" role="alert">
        <span className="done-mark" aria-hidden="true">
          <Icon name="check" size={32} />
        </span>
        <h1 className="title-1">{t("doneTitle")}</h1>
        <p className="title-3">{name(reservation.title)}</p>
        <p className="ink-2 num">
          {showTime(reservation.startsAt, serverNow())}
          <br />
          {t("done", { n: reservation.seats.length, price: money(reservation.totalAmount) })}
        </p>
        <p className="small ink-3 num">
          {t("doneNumber", { number: reservation.reservationNumber })}
        </p>
      </div>
      <Link className="button button-primary button-wide" href={`/tickets/${id}`}>
        {t("toTicket")}
      </Link>
    </main>
  );
}
