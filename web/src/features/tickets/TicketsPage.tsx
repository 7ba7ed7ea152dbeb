import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { useServerTime } from "../../lib/useServerTime";
import { useTitle } from "../../lib/useTitle";
import { useSession } from "../../session/useSession";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { BookingCard } from "./BookingCard";
import { refundOf, sorted, useBookings, usePayments, type Booking, type Shelf } from "./bookings";
import { CancelSheet } from "./CancelSheet";
import { allStored } from "./stored";
import { text } from "./text";
import "./tickets.css";

const shelves: Shelf[] = ["upcoming", "past", "cancelled"];
const empties = {
  upcoming: "emptyUpcoming",
  past: "emptyPast",
  cancelled: "emptyCancelled",
} as const;

export default function TicketsPage() {
  const t = useText(text);
  useTitle(`${t("title")} · Onsale`);
  const session = useSession();
  const bookings = useBookings();
  const isSignedOut =
    session === "out" || (isProblem(bookings.error) && bookings.error.status === 401);
  return (
    <div className="wrap tickets">
      <h1 className="title-1">{t("title")}</h1>
      {isSignedOut ? (
        <SignedOut />
      ) : bookings.data ? (
        <Shelves bookings={bookings.data} />
      ) : bookings.isError ? (
        <Away error={bookings.error} retry={() => void bookings.refetch()} />
      ) : (
        <div className="bookings" aria-hidden="true">
          <span className="skeleton booking-waiting" />
          <span className="skeleton booking-waiting" />
        </div>
      )}
    </div>
  );
}

function Shelves({ bookings }: { bookings: Booking[] }) {
  const t = useText(text);
  const now = useServerTime();
  const [shelf, setShelf] = useState<Shelf>("upcoming");
  const [asked, setAsked] = useState<Booking | null>(null);
  const [news, setNews] = useState<Parameters<typeof text>[0] | null>(null);
  const cancelled = bookings.filter((one) => one.status === "CANCELLED");
  const payments = usePayments(cancelled.length > 0, (all) =>
    cancelled.some((one) => refundOf(one, all) === "running"),
  );
  const here = sorted(bookings, shelf, now);
  const queries = useQueryClient();
  const remove = async (booking: Booking) => {
    setNews(null);
    try {
      await call("/api/reservations/history/{id}", "delete", {
        path: { id: booking.reservationId },
        signedIn: true,
      });
    } catch {
      setNews("removeFailed");
    }
    void queries.invalidateQueries({ queryKey: ["bookings"] });
  };
  return (
    <>
      <div className="tabs" role="group" aria-label={t("lists")}>
        {shelves.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === shelf}
            onClick={() => setShelf(one)}
          >
            {t(one)} <span className="num">{sorted(bookings, one, now).length}</span>
          </button>
        ))}
      </div>
      {news ? (
        <Notice tone={news === "cancelDone" || news === "cancelPartDone" ? "go" : "hurry"} alert>
          {t(news)}
        </Notice>
      ) : null}
      {shelf === "cancelled" && here.length > 0 ? (
        <p className="small ink-2">{t("cancelledFor")}</p>
      ) : null}
      {here.length === 0 ? (
        <div className="empty">
          <Icon name="ticket" size={32} />
          <p>{t(empties[shelf])}</p>
          <Link href="/" className="button">
            {t("toShows")}
          </Link>
        </div>
      ) : (
        <div className="bookings">
          {here.map((booking) => (
            <BookingCard
              key={booking.reservationId}
              booking={booking}
              refund={refundOf(booking, payments.data ?? [])}
              now={now}
              onCancel={setAsked}
              onRemove={(one) => void remove(one)}
            />
          ))}
        </div>
      )}
      <CancelSheet
        booking={asked}
        onClose={(said) => {
          setAsked(null);
          setNews(said);
          if (said === "cancelDone") setShelf("cancelled"); // where the refund is told
        }}
      />
    </>
  );
}

/** Tickets on the device open without login. */
function SignedOut() {
  const t = useText(text);
  const hasSome = allStored().length > 0;
  return (
    <>
      <div className="inset signed-out">
        <h2 className="title-3">{t("loginTitle")}</h2>
        <p className="small ink-2">{t(hasSome ? "loginLead" : "loginLeadNone")}</p>
        <Link className="button button-primary" href="/login?next=/tickets">
          {t("login")}
        </Link>
      </div>
      <Saved />
    </>
  );
}

function Away({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useText(text);
  if (allStored().length === 0) {
    return <ProblemPage error={error} retry={retry} />;
  }
  return (
    <>
      <Notice icon="offline">{t("savedOnly")}</Notice>
      <Saved />
    </>
  );
}

function Saved() {
  const t = useText(text);
  const now = useServerTime();
  const saved = allStored();
  if (saved.length === 0) {
    return null;
  }
  return (
    <section className="saved" aria-labelledby="saved">
      <h2 className="title-2" id="saved">
        {t("saved")}
      </h2>
      <div className="bookings">
        {saved.map(({ booking }) => (
          <BookingCard key={booking.reservationId} booking={booking} refund="none" now={now} />
        ))}
      </div>
    </section>
  );
}
