import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { isProblem } from "../../../api/problem";
import { useText } from "../../../i18n/useText";
import { day } from "../../../lib/format";
import { Field } from "../../../ui/Field";
import { Notice } from "../../../ui/Notice";
import { DeskLayout } from "../DeskLayout";
import { wantedBy } from "../search";
import { OPERATORS } from "../shell/sections";
import { useListAddress } from "../shell/useListAddress";
import { ConfirmSheet } from "./ConfirmSheet";
import { text } from "./text";
import "./operator.css";

type Account = Answer<"/api/admin/accounts", "get">["items"][number];

/** Finds an account by e-mail or phone number, and locks or unlocks it. Every search is recorded. */
export default function AccountsPage() {
  const t = useText(text);
  const address = useListAddress();
  const wanted = wantedBy(address.query);
  const isPerson = wanted?.kind === "email" || wanted?.kind === "phone";
  const found = useQuery({
    queryKey: ["desk-accounts", address.query],
    queryFn: ({ signal }) =>
      call("/api/admin/accounts", "get", {
        query:
          wanted?.kind === "phone"
            ? { phone: wanted.phone }
            : { email: wanted?.kind === "email" ? wanted.email : "" },
        signedIn: true,
        signal,
      }),
    enabled: isPerson,
  });
  const look = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    address.set({ query: String(new FormData(event.currentTarget).get("q")).trim() });
  };
  return (
    <DeskLayout roles={OPERATORS} title={t("accounts")} sub={t("accountsLead")}>
      <form role="search" className="office-search" onSubmit={look}>
        <Field
          key={address.query}
          label={t("searchAccounts")}
          hint={t("searchAccountsHint")}
          error={address.query !== "" && !isPerson ? t("notAPerson") : undefined}
          name="q"
          type="search"
          defaultValue={address.query}
          maxLength={320}
          autoComplete="off"
          required
        />
        <button className="button button-primary">{t("find")}</button>
      </form>
      {found.isError ? (
        <Notice tone="stop" alert>
          {t("loadFailed")}{" "}
          <button type="button" onClick={() => void found.refetch()}>
            {t("retry")}
          </button>
        </Notice>
      ) : null}
      <div role="status">
        {found.data?.items.length === 0 ? (
          <p className="card office-empty">{t("noAccount")}</p>
        ) : null}
      </div>
      {found.data?.items.map((account) => (
        <AccountRow key={account.userId} account={account} onChanged={() => void found.refetch()} />
      ))}
    </DeskLayout>
  );
}

function AccountRow({ account, onChanged }: { account: Account; onChanged: () => void }) {
  const t = useText(text);
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState("");
  const isLocked = account.status === "INACTIVE";
  const change = useMutation({
    mutationFn: () => {
      const options = { path: { userId: account.userId }, body: { reason }, signedIn: true };
      return isLocked
        ? call("/api/admin/accounts/{userId}/unlock", "post", options)
        : call("/api/admin/accounts/{userId}/lock", "post", options);
    },
    onSuccess: onChanged,
  });
  const isRefused = isProblem(change.error) && change.error.status === 409;
  return (
    <article className="card office-card">
      <div className="row">
        <h2 className="title-3 grow num">{account.email}</h2>
        <span className={`badge ${isLocked ? "badge-stop" : "badge-go"}`}>{t(account.status)}</span>
      </div>
      <dl className="operator-facts">
        <div>
          <dt>{t("name")}</dt>
          <dd>{account.name}</dd>
        </div>
        <div>
          <dt>{t("phone")}</dt>
          <dd className="num">{account.phone}</dd>
        </div>
        <div>
          <dt>{t("role")}</dt>
          <dd>{account.role}</dd>
        </div>
        <div>
          <dt>{t("memberSince")}</dt>
          <dd>{day(account.createdAt)}</dd>
        </div>
        <div>
          <dt>{t("id")}</dt>
          <dd className="num">{account.userId}</dd>
        </div>
      </dl>
      <div role="status">
        {change.data ? (
          <Notice tone="go">
            {t(change.data.status === "INACTIVE" ? "locked" : "unlocked", {
              n: change.data.sessionsEnded,
            })}
          </Notice>
        ) : null}
      </div>
      {isRefused ? (
        <Notice tone="stop" alert>
          {t("notToBeLocked")}
        </Notice>
      ) : null}
      <div className="row">
        <Link className="button button-small" href={`/desk/search?q=${account.userId}`}>
          {t("theirBookings")}
        </Link>
        <Link className="button button-small" href={`/desk/audit?q=${account.userId}`}>
          {t("theirAudit")}
        </Link>
        <button
          type="button"
          className={isLocked ? "button button-small" : "button button-small button-danger"}
          disabled={account.status !== "ACTIVE" && account.status !== "INACTIVE"}
          onClick={() => setAsking(true)}
        >
          {t(isLocked ? "unlock" : "lock")}
        </button>
      </div>
      <ConfirmSheet
        open={isAsking}
        title={t(isLocked ? "unlockTitle" : "lockTitle", { email: account.email })}
        word={account.userId.slice(0, 8)}
        action={t(isLocked ? "unlock" : "lock")}
        onClose={() => setAsking(false)}
        onConfirm={() => change.mutateAsync()}
      >
        <div className="stack">
          <p>{t(isLocked ? "unlockConsequence" : "lockConsequence")}</p>
          <Field
            label={t("reason")}
            hint={t("reasonHint")}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={300}
            required
            autoComplete="off"
          />
        </div>
      </ConfirmSheet>
    </article>
  );
}
