import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Link } from "wouter";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { day } from "../../lib/format";
import { useTitle } from "../../lib/useTitle";
import { endedElsewhere } from "../../session/session";
import { Notice } from "../../ui/Notice";
import { PasswordField } from "../auth/PasswordField";
import { forgetAll } from "../tickets/stored";
import { closeBanner } from "./banner";
import { reason } from "./problems";
import { text } from "./text";
import "../auth/auth.css";
import "./account.css";

const consequences = [
  "deleteNow",
  "deleteWait",
  "deleteGone",
  "deleteKept",
  "deleteAgain",
  "deleteWhen",
] as const;

/** The end of an account, with what happens spelled out before. */
export default function DeletePage() {
  const t = useText(text);
  useTitle(`${t("deleteTitle")} · Onsale`);
  const queries = useQueryClient();
  const [password, setPassword] = useState("");
  const [sure, setSure] = useState(false);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [purgeAt, setPurgeAt] = useState<string | null>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    setProblem(null);
    if (password === "" || !sure || busy) {
      return;
    }
    setBusy(true);
    try {
      const closed = await call("/api/users/me", "delete", { signedIn: true, body: { password } });
      setPurgeAt(closed.purgeAt);
      endedElsewhere();
      forgetAll();
      closeBanner();
      queries.clear();
    } catch (error) {
      const { key, values } = reason(error);
      setProblem(t(key, values));
      setBusy(false);
    }
  };

  if (purgeAt !== null) {
    return (
      <div className="wrap wrap-narrow auth">
        <h1 className="title-1">{t("deleted")}</h1>
        <Notice>{t("deletedLead", { day: day(purgeAt) })}</Notice>
        <Link className="button button-wide" href="/">
          {t("toShows")}
        </Link>
      </div>
    );
  }
  return (
    <div className="wrap wrap-narrow auth">
      <h1 className="title-1">{t("deleteTitle")}</h1>
      <p className="ink-2">{t("deleteLead")}</p>
      <ul className="account-list">
        {consequences.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {problem ? (
          <Notice tone="stop" alert>
            {problem}
          </Notice>
        ) : null}
        <PasswordField
          label={t("password")}
          name="password"
          autoComplete="current-password"
          maxLength={200}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={sent && password === "" ? t("needPassword") : undefined}
        />
        <label className="account-sure">
          <input
            type="checkbox"
            checked={sure}
            onChange={(event) => setSure(event.target.checked)}
          />
          <span>{t("deleteSure")}</span>
        </label>
        {sent && !sure ? <Notice tone="hurry">{t("needSure")}</Notice> : null}
        <button type="submit" className="button button-wide" aria-disabled={busy}>
          {t("delete")}
        </button>
      </form>
      <Link className="link small" href="/me">
        {t("toMe")}
      </Link>
    </div>
  );
}
