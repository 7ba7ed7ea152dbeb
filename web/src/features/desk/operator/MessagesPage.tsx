import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { clock, count, day } from "../../../lib/format";
import { Notice } from "../../../ui/Notice";
import { DeskLayout } from "../DeskLayout";
import { DeskList } from "../shell/DeskList";
import { OPERATORS } from "../shell/sections";
import { useListAddress } from "../shell/useListAddress";
import { ConfirmSheet } from "./ConfirmSheet";
import { pageOf } from "./pageOf";
import { text } from "./text";
import "./operator.css";

type DeadLetter = Answer<"/api/admin/dead-letters", "get">["deadLetters"][number];

const KINDS = ["REFUSED", "UNHANDLED", "REJECTED"] as const;
const LISTED_MAX = 1_000;

/** Messages that wait or were given up, and redriving them. */
export default function MessagesPage() {
  const t = useText(text);
  const address = useListAddress();
  const [isAsking, setAsking] = useState(false);
  const letters = useQuery({
    queryKey: ["desk-dead-letters"],
    queryFn: ({ signal }) =>
      call("/api/admin/dead-letters", "get", {
        query: { limit: LISTED_MAX },
        signedIn: true,
        signal,
      }),
    refetchInterval: 5_000,
    select: ({ deadLetters }) => deadLetters,
  });
  const redrive = useMutation({
    mutationFn: (ids: string[]) =>
      call("/api/admin/dead-letters/redrive", "post", { body: { ids }, signedIn: true }),
    onSuccess: () => void letters.refetch(),
  });
  const fits = (letter: DeadLetter) =>
    (address.filter === "" || letter.kind === address.filter) &&
    `${letter.type} ${letter.service} ${letter.topic} ${letter.error} ${letter.id}`
      .toLowerCase()
      .includes(address.query.toLowerCase());
  const wanted = letters.data?.filter((letter) => fits(letter) && !letter.redriveAsked) ?? [];
  return (
    <DeskLayout
      roles={OPERATORS}
      title={t("messages")}
      sub={t("messagesLead")}
      actions={
        wanted.length > 0 ? (
          <button type="button" className="button" onClick={() => setAsking(true)}>
            {t("redriveAll", { n: wanted.length })}
          </button>
        ) : null
      }
    >
      <Outbox />
      <h2 className="title-3">{t("deadLetters")}</h2>
      <div role="status">
        {redrive.data ? (
          <Notice tone="go">{t("redriven", { n: redrive.data.asked })}</Notice>
        ) : null}
      </div>
      {redrive.isError ? (
        <Notice tone="stop" alert>
          {t("actionFailed")}
        </Notice>
      ) : null}
      <DeskList
        label={t("deadLetters")}
        address={address}
        found={pageOf(letters, address, fits)}
        idOf={(letter) => letter.id}
        searchLabel={t("searchLetters")}
        filters={KINDS.map((value) => ({ value, label: t(value) }))}
        columns={[
          {
            title: t("message"),
            cell: (letter) => (
              <>
                <b>{letter.type}</b>
                <p className="caption ink-3">{letter.id}</p>
              </>
            ),
          },
          {
            title: t("context"),
            cell: (letter) => `${letter.service}${letter.consumer ? ` → ${letter.consumer}` : ""}`,
          },
          { title: t("kind"), cell: (letter) => t(letter.kind) },
          {
            title: t("error"),
            cell: (letter) => <span className="operator-error">{letter.error}</span>,
          },
          {
            title: t("since"),
            cell: (letter) => `${day(letter.deadAt)} ${clock(letter.deadAt)}`,
          },
          {
            title: t("action"),
            cell: (letter) =>
              letter.redriveAsked ? (
                t("redriveAsked")
              ) : (
                <button
                  type="button"
                  className="button button-small"
                  disabled={redrive.isPending}
                  onClick={() => redrive.mutate([letter.id])}
                >
                  {t("redrive")}
                </button>
              ),
          },
        ]}
        empty={<p>{t("noLetters")}</p>}
      />
      <ConfirmSheet
        open={isAsking}
        title={t("redriveAllTitle", { n: wanted.length })}
        word="redrive"
        action={t("redrive")}
        onClose={() => setAsking(false)}
        onConfirm={() => redrive.mutateAsync(wanted.map((letter) => letter.id))}
      >
        {t("redriveConsequence")}
      </ConfirmSheet>
    </DeskLayout>
  );
}

function Outbox() {
  const t = useText(text);
  const found = useQuery({
    queryKey: ["desk-outbox"],
    queryFn: ({ signal }) => call("/api/admin/outbox", "get", { signedIn: true, signal }),
    refetchInterval: 5_000,
  });
  const publish = useMutation({
    mutationFn: () => call("/api/admin/outbox/publish", "post", { signedIn: true }),
    onSuccess: () => void found.refetch(),
  });
  const contexts = found.data?.contexts ?? [];
  return (
    <section className="card office-card" aria-labelledby="outbox">
      <div className="row">
        <h2 id="outbox" className="title-3 grow">
          {t("outbox")}
        </h2>
        <button
          type="button"
          className="button button-small"
          disabled={publish.isPending}
          onClick={() => publish.mutate()}
        >
          {t("publishNow")}
        </button>
      </div>
      <p className="small" role="status">
        {publish.data ? t("published", { n: publish.data.waiting }) : ""}
      </p>
      {found.isError && !found.data ? (
        <Notice tone="stop" alert>
          {t("loadFailed")}
        </Notice>
      ) : null}
      {found.data && contexts.length === 0 ? <p className="ink-2">{t("outboxEmpty")}</p> : null}
      <dl className="operator-facts">
        {contexts.map((one) => (
          <div key={one.service}>
            <dt>{one.service}</dt>
            <dd className="num">
              {t("waitingMessages", { n: one.waiting })}
              {one.oldestAt ? ` · ${t("oldest", { at: clock(one.oldestAt) })}` : null}
              {one.refused + one.unhandled + one.rejected > 0
                ? ` · ${t("dead", { n: count(one.refused + one.unhandled + one.rejected) })}`
                : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
