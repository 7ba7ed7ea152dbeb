import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { Bare } from "../../app/Bare";
import { useText } from "../../i18n/useText";
import { money, name, seats, showTime } from "../../lib/format";
import { useTitle } from "../../lib/useTitle";
import { useSession } from "../../session/useSession";
import { Notice } from "../../ui/Notice";
import {
  approve,
  decline,
  useRefunds,
  whyNot,
  type RefundRequest,
  type RefundState,
} from "./refunds";
import { text } from "./text";
import "./desk.css";

type Key = Parameters<typeof text>[0];

const states: RefundState[] = ["WAITING", "DONE", "DECLINED"];

/** Refunds of operators: those that wait for a second one, and what became of the others. */
export default function RefundsPage() {
  const t = useText(text);
  useTitle(`${t("refunds")} · Onsale`);
  const session = useSession();
  const [state, setState] = useState<RefundState>("WAITING");
  return (
    <Bare>
      <div className="wrap desk">
        <h1 className="title-1">{t("refunds")}</h1>
        {session === "out" ? (
          <>
            <p>{t("refundsLogin")}</p>
            <a className="button button-primary" href="/login?next=%2Fdesk%2Frefunds">
              {t("login")}
            </a>
          </>
        ) : (
          <>
            <p className="small ink-2">{t("refundsLead")}</p>
            <div className="chips" role="group" aria-label={t("refunds")}>
              {states.map((one) => (
                <button
                  key={one}
                  type="button"
                  className="chip"
                  aria-pressed={one === state}
                  onClick={() => setState(one)}
                >
                  {t(one)}
                </button>
              ))}
            </div>
            <Requests key={state} state={state} />
          </>
        )}
      </div>
    </Bare>
  );
}

function Requests({ state }: { state: RefundState }) {
  const t = useText(text);
  const queries = useQueryClient();
  const found = useRefunds(state);
  const [busy, setBusy] = useState<string | null>(null);
  const [said, setSaid] = useState<{ tone: "go" | "stop"; key: Key } | null>(null);
  const decide = async (
    request: RefundRequest,
    send: (id: string) => Promise<RefundRequest>,
    done: Key,
  ) => {
    if (busy !== null) {
      return;
    }
    setBusy(request.id);
    setSaid(null);
    try {
      await send(request.id);
      setSaid({ tone: "go", key: done });
    } catch (error) {
      setSaid({ tone: "stop", key: whyNot(error) });
    } finally {
      setBusy(null);
      void queries.invalidateQueries({ queryKey: ["refund-requests"] });
    }
  };
  return (
    <div className="desk-found">
      {said ? (
        <Notice tone={said.tone} alert>
          {t(said.key)}
        </Notice>
      ) : null}
      {found.isError ? (
        <Notice tone="stop" alert>
          {t("refundsFailed")}
        </Notice>
      ) : null}
      {found.data?.items.length === 0 ? <p className="ink-2">{t("refundsNone")}</p> : null}
      {found.data?.items.map((one) => (
        <RefundCard
          key={one.id}
          request={one}
          isBusy={busy === one.id}
          onApprove={() => void decide(one, approve, "refundApproved")}
          onDecline={() => void decide(one, decline, "refundDeclined")}
        />
      ))}
      {found.data && found.data.total > found.data.items.length ? (
        <p className="small ink-2 num">
          {t("more", { n: found.data.total, k: found.data.items.length })}
        </p>
      ) : null}
    </div>
  );
}

const TONES = { WAITING: "badge-hurry", DONE: "badge-go", DECLINED: "" } as const;

function RefundCard(props: {
  request: RefundRequest;
  isBusy: boolean;
  onApprove: () => void;
  onDecline: () => void;
}) {
  const t = useText(text);
  const { request, isBusy } = props;
  return (
    <article className="card desk-card">
      <div className="row">
        <h2 className="title-3 grow num">{money(request.amount)}</h2>
        <span className={`badge ${TONES[request.state]}`}>{t(request.state)}</span>
      </div>
      <p>
        <Link className="link num" href={`/desk/search?q=${request.reservationNumber}`}>
          {request.reservationNumber}
        </Link>{" "}
        · {name(request.title)}
      </p>
      <p className="small ink-2 num">
        {seats(request.seats)} · {t("feeOf", { percent: request.feePercent })}
      </p>
      <p>{request.reason}</p>
      <p className="caption ink-3 num">
        {t(request.mine ? "askedByYou" : "askedBy", {
          at: showTime(request.askedAt),
          who: request.askedBy,
        })}
      </p>
      {request.decidedBy == null || request.decidedAt == null ? null : (
        <p className="caption ink-3 num">
          {t("decidedBy", { at: showTime(request.decidedAt), who: request.decidedBy })}
        </p>
      )}
      {request.state === "WAITING" ? (
        <div className="desk-actions">
          {request.mine ? (
            <p className="small ink-2">{t("secondNeeded")}</p>
          ) : (
            <button
              type="button"
              className="button button-danger"
              aria-disabled={isBusy}
              onClick={props.onApprove}
            >
              {t("approve")}
            </button>
          )}
          <button type="button" className="button" aria-disabled={isBusy} onClick={props.onDecline}>
            {t(request.mine ? "takeBack" : "decline")}
          </button>
        </div>
      ) : null}
    </article>
  );
}
