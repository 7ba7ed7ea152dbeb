import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link, useParams } from "wouter";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { MessagePage, ProblemPage } from "../../app/MessagePage";
import { useOnline } from "../../app/Connection";
import { useText } from "../../i18n/useText";
import { saveCalendarFile } from "../../lib/calendar";
import { serverNow } from "../../lib/clock";
import { name, seat, showTime } from "../../lib/format";
import { useTitle } from "../../lib/useTitle";
import { useSession } from "../../session/useSession";
import { looksOf } from "../../ui/grades";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { savePdf } from "./pdf";
import { forget, store, stored, type Stored } from "./stored";
import { text } from "./text";
import { TicketCard } from "./TicketCard";
import "./tickets.css";

const SHOW_MINUTES = 150;

export default function TicketPage() {
  const { reservationId = "" } = useParams<{ reservationId: string }>();
  const t = useText(text);
  useTitle(`${t("ticketTitle")} · Onsale`);
  const session = useSession();
  const [kept] = useState(() => stored(reservationId));
  const fetched = useQuery({
    queryKey: ["ticket", reservationId],
    queryFn: async ({ signal }): Promise<Stored> => {
      const [booking, tickets] = await Promise.all([
        call("/api/reservations/{id}", "get", {
          path: { id: reservationId },
          signedIn: true,
          signal,
        }),
        call("/api/reservations/{id}/tickets", "get", {
          path: { id: reservationId },
          signedIn: true,
          signal,
        }),
      ]);
      const grades = await call("/api/schedules/{scheduleId}/grades", "get", {
        path: { scheduleId: booking.scheduleId },
        signal,
      }).catch(() => booking.seats);
      return { booking, tickets, grades };
    },
    enabled: session !== "out",
  });
  const data = fetched.data;
  useEffect(() => {
    if (data?.booking.status === "CONFIRMED") {
      store(data);
    } else if (data?.booking.status === "CANCELLED") {
      forget(data.booking.reservationId);
    }
  }, [data]);

  const shown = data ?? kept;
  if (shown) {
    return <Tickets shown={shown} isOfDevice={!data && !fetched.isFetching} />;
  }
  if (session === "out" || (isProblem(fetched.error) && fetched.error.status === 401)) {
    return (
      <MessagePage icon="lock" title={t("loginTitle")} detail={t("loginLeadNone")}>
        <Link className="button button-primary" href={`/login?next=/tickets/${reservationId}`}>
          {t("login")}
        </Link>
      </MessagePage>
    );
  }
  return fetched.isError ? (
    <ProblemPage error={fetched.error} retry={() => void fetched.refetch()} />
  ) : (
    <div className="wrap wrap-narrow ticket-page" aria-hidden="true">
      <span className="skeleton ticket-waiting" />
    </div>
  );
}

function Tickets({ shown, isOfDevice }: { shown: Stored; isOfDevice: boolean }) {
  const t = useText(text);
  const isOnline = useOnline();
  const { booking, tickets, grades } = shown;
  const [at, setAt] = useState(0);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<"pdfVoid" | "pdfFailed" | null>(null);
  const savePdfOf = async (number: string) => {
    setSaving(true);
    setProblem(null);
    try {
      await savePdf(booking.reservationId, number);
    } catch (error) {
      setProblem(isProblem(error) && error.status === 410 ? "pdfVoid" : "pdfFailed");
    } finally {
      setSaving(false);
    }
  };
  const isCancelled = booking.status === "CANCELLED";
  const many = tickets.length;
  const receipt = `/tickets/${booking.reservationId}/receipt`;
  return (
    <div className="wrap wrap-narrow ticket-page">
      <div className="ticket-top">
        <Link href="/tickets" className="icon-button" aria-label={t("title")}>
          <Icon name="back" />
        </Link>
        <h1 className="title-3 grow">{t("ticketTitle")}</h1>
        {booking.status === "CONFIRMED" ? (
          <span className="badge">
            <Icon name="download" size={16} />
            {t("savedHere")}
          </span>
        ) : null}
      </div>
      {!isOnline || isOfDevice ? <Notice icon="offline">{t("offlineOk")}</Notice> : null}
      {isCancelled ? (
        <>
          <Notice tone="stop" alert>
            <b>
              {name(booking.title)} · {showTime(booking.startsAt, serverNow())}
            </b>
            <br />
            {t("ticketCancelled")}
          </Notice>
          <Link className="button button-wide" href="/tickets">
            {t("seeRefund")}
          </Link>
          <Link className="button button-wide" href={receipt}>
            {t("receipt")}
          </Link>
        </>
      ) : null}
      {booking.status === "PENDING" ? (
        <Notice tone="hurry">
          {t("ticketPending")}{" "}
          <Link className="link" href={`/checkout/${booking.reservationId}`}>
            {t("payNow")}
          </Link>
        </Notice>
      ) : null}
      <div className="ticket-cards">
        {tickets.map((ticket, i) => (
          <TicketCard
            key={ticket.seatId}
            booking={booking}
            ticket={ticket}
            look={looksOf(grades).get(ticket.grade) ?? 1}
            isVoid={isCancelled}
            isShown={i === at}
          />
        ))}
      </div>
      {many > 1 ? (
        <div className="ticket-turn">
          <button
            type="button"
            className="icon-button"
            aria-label={t("previous")}
            aria-disabled={at === 0}
            onClick={() => setAt(Math.max(0, at - 1))}
          >
            <Icon name="back" />
          </button>
          <span className="small num" role="status">
            {t("ofMany", { n: many, k: at + 1 })}
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={t("next")}
            aria-disabled={at === many - 1}
            onClick={() => setAt(Math.min(many - 1, at + 1))}
          >
            <Icon name="next" />
          </button>
        </div>
      ) : null}
      {problem === null ? null : (
        <Notice tone="stop" alert>
          {t(problem)}
        </Notice>
      )}
      {many > 0 && !isCancelled ? (
        <div className="ticket-tools">
          <button
            type="button"
            className="button"
            aria-disabled={isSaving}
            onClick={() => {
              const ticket = tickets[at];
              if (!isSaving && ticket) void savePdfOf(ticket.number);
            }}
          >
            <Icon name="download" size={20} />
            {t(isSaving ? "savingPdf" : "pdf")}
          </button>
          <button
            type="button"
            className="button"
            onClick={() => saveCalendarFile(entryOf(shown), serverNow())}
          >
            <Icon name="calendar" size={20} />
            {t("calendar")}
          </button>
          <MailTickets reservationId={booking.reservationId} />
          <button type="button" className="button" onClick={() => window.print()}>
            <Icon name="print" size={20} />
            {t("print")}
          </button>
          <Link className="button" href={receipt}>
            <Icon name="card" size={20} />
            {t("receipt")}
          </Link>
        </div>
      ) : null}
    </div>
  );
}

/** The fan's address is known: one tap, and the mail comes. */
function MailTickets({ reservationId }: { reservationId: string }) {
  const t = useText(text);
  const [state, setState] = useState<
    "mailTickets" | "mailing" | "mailSent" | "mailJustSent" | "mailFailed"
  >("mailTickets");
  const send = async () => {
    if (state === "mailing") {
      return;
    }
    setState("mailing");
    try {
      await call("/api/reservations/ticket-mails", "post", {
        body: { reservationId },
        signedIn: true,
      });
      setState("mailSent");
    } catch (error) {
      setState(isProblem(error) && error.status === 429 ? "mailJustSent" : "mailFailed");
    }
  };
  const isSaid = state !== "mailTickets" && state !== "mailing";
  return (
    <>
      <button
        type="button"
        className="button"
        aria-disabled={state === "mailing"}
        onClick={() => void send()}
      >
        <Icon name="mail" size={20} />
        {t(state === "mailing" ? "mailing" : "mailTickets")}
      </button>
      <span className="small ticket-said" role="status">
        {isSaid ? t(state) : ""}
      </span>
    </>
  );
}

function entryOf({ booking, tickets }: Stored) {
  return {
    uid: booking.reservationId,
    title: name(booking.title),
    startsAt: Date.parse(booking.startsAt),
    minutes: SHOW_MINUTES,
    where: `${name(booking.venue)} ${name(booking.hall)}`,
    notes: tickets.map((one) => seat(one.seatNumber, one.grade)).join("\n"),
    url: `${window.location.origin}/tickets/${booking.reservationId}`,
    remindMinutesBefore: 120,
  };
}
