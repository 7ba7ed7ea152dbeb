import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { Bare } from "../../app/Bare";
import { useText } from "../../i18n/useText";
import { useTitle } from "../../lib/useTitle";
import { useSession } from "../../session/useSession";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { money } from "../../lib/format";
import { AccountCard, PaymentCard, ReservationCard } from "./FoundCards";
import type { RefundRequest } from "./refunds";
import { RefundSheet } from "./RefundSheet";
import { type Found, type FoundReservation, search, wantedBy } from "./search";
import { text } from "./text";
import "./desk.css";

/** One search for operators: what was typed says what it is. It stands in the address. */
export default function SearchPage() {
  const t = useText(text);
  useTitle(`${t("searchTitle")} · Onsale`);
  const session = useSession();
  const [, navigate] = useLocation();
  const typed = new URLSearchParams(useSearch()).get("q") ?? "";
  const wanted = wantedBy(typed);
  const found = useQuery({
    queryKey: ["operator-search", typed],
    queryFn: ({ signal }) => (wanted ? search(wanted, signal) : null),
    enabled: session !== "out" && wanted !== null,
  });
  const [refunded, setRefunded] = useState<FoundReservation | null>(null);
  const [said, setSaid] = useState<RefundRequest | null>(null);
  const look = (value: string) => navigate(`/desk/search?q=${encodeURIComponent(value)}`);
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    look(String(new FormData(event.currentTarget).get("q")).trim());
  };
  return (
    <Bare>
      <div className="wrap desk">
        <h1 className="title-1">{t("searchTitle")}</h1>
        {session === "out" ? (
          <>
            <p>{t("searchLogin")}</p>
            <a className="button button-primary" href="/login?next=%2Fdesk%2Fsearch">
              {t("login")}
            </a>
          </>
        ) : (
          <>
            <form className="desk-search" role="search" onSubmit={start}>
              <Field
                key={typed}
                label={t("searchLabel")}
                hint={t("searchHint")}
                name="q"
                type="search"
                defaultValue={typed}
                required
                maxLength={320}
                autoComplete="off"
              />
              <button className="button button-primary">{t("search")}</button>
            </form>
            {found.isError ? (
              <Notice tone="stop" alert>
                {t("searchFailed")}
              </Notice>
            ) : null}
            {said ? (
              <Notice tone={said.state === "DONE" ? "go" : "hurry"} alert>
                {t(said.state === "DONE" ? "refundStarted" : "refundAsked", {
                  amount: money(said.amount),
                })}{" "}
                <Link className="link" href="/desk/refunds">
                  {t("toRefunds")}
                </Link>
              </Notice>
            ) : null}
            <div role="status">
              {found.data ? (
                <Results found={found.data} onLook={look} onRefund={setRefunded} />
              ) : null}
            </div>
            <RefundSheet
              reservation={refunded}
              onClose={(done) => {
                setRefunded(null);
                if (done) {
                  setSaid(done);
                  void found.refetch();
                }
              }}
            />
          </>
        )}
      </div>
    </Bare>
  );
}

function Results(props: {
  found: Found;
  onLook: (value: string) => void;
  onRefund: (reservation: FoundReservation) => void;
}) {
  const t = useText(text);
  const { found, onLook, onRefund } = props;
  const { accounts, reservations, payments, total } = found;
  const shown = reservations.length + payments.length;
  if (accounts.length + shown === 0) {
    return <p className="ink-2">{t("nothingFound")}</p>;
  }
  return (
    <div className="desk-found">
      {accounts.length > 0 ? (
        <section aria-labelledby="found-accounts">
          <h2 id="found-accounts" className="title-2">
            {t("accounts")}
          </h2>
          <p className="small ink-2">{t("masked")}</p>
          {accounts.map((one) => (
            <AccountCard key={one.userId} account={one} onLook={onLook} />
          ))}
        </section>
      ) : null}
      {reservations.length > 0 ? (
        <section aria-labelledby="found-reservations">
          <h2 id="found-reservations" className="title-2">
            {t("reservations")}
          </h2>
          {reservations.map((one) => (
            <ReservationCard
              key={one.reservationId}
              reservation={one}
              onLook={onLook}
              onRefund={onRefund}
            />
          ))}
        </section>
      ) : null}
      {payments.length > 0 ? (
        <section aria-labelledby="found-payments">
          <h2 id="found-payments" className="title-2">
            {t("payments")}
          </h2>
          {payments.map((one) => (
            <PaymentCard key={one.paymentId} payment={one} onLook={onLook} />
          ))}
        </section>
      ) : null}
      {total > shown ? (
        <p className="small ink-2 num">{t("more", { n: total, k: shown })}</p>
      ) : null}
    </div>
  );
}
