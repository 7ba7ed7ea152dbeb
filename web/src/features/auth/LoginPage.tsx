import { useRef, useState, type FormEvent } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { useTitle } from "../../lib/useTitle";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { logInAsPerson } from "./challenge";
import { goOn, nextFrom } from "./next";
import { PasswordField } from "./PasswordField";
import { text } from "./text";
import "./auth.css";

type Key = Parameters<typeof text>[0];

/** Never which of the two was wrong. */
export function loginProblem(error: unknown): Key {
  if (!isProblem(error)) {
    return "failed";
  }
  switch (error.code) {
    case "user.wrong_credentials":
      return "wrong";
    case "user.locked":
      return "locked";
    case "user.dormant":
      return "dormant";
    case "user.too_many_tries":
      return "tooManyTries";
    default:
      if (error.isOffline) {
        return "offline";
      }
      return error.isTemporary ? "busy" : "failed";
  }
}

export default function LoginPage() {
  const t = useText(text);
  useTitle(`${t("loginTitle")} · Onsale`);
  const next = nextFrom(useSearch());
  const [, navigate] = useLocation();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Key | null>(null);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    setProblem(null);
    if (email.trim() === "" || password === "") {
      (email.trim() === "" ? emailInput : passwordInput).current?.focus();
      return;
    }
    if (busy) {
      return;
    }
    setBusy(true);
    try {
      const { hasNewTerms } = await logInAsPerson(email.trim(), password);
      goOn(hasNewTerms ? `/terms/agree?next=${encodeURIComponent(next)}` : next, navigate);
    } catch (error) {
      setProblem(loginProblem(error));
      setBusy(false);
      passwordInput.current?.focus();
    }
  };

  return (
    <div className="wrap wrap-narrow auth">
      <h1 className="title-1">{t("loginTitle")}</h1>
      <p className="ink-2">{t("loginLead")}</p>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {problem ? (
          <Notice tone="stop" alert>
            {t(problem)}
          </Notice>
        ) : null}
        <Field
          label={t("email")}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={sent && email.trim() === "" ? t("needEmail") : undefined}
          inputRef={emailInput}
        />
        <PasswordField
          label={t("password")}
          name="password"
          autoComplete="current-password"
          maxLength={200}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={sent && password === "" ? t("needPassword") : undefined}
          inputRef={passwordInput}
        />
        <button type="submit" className="button button-primary button-wide" aria-disabled={busy}>
          {t(busy ? "loggingIn" : "login")}
        </button>
      </form>
      <p className="small ink-2">
        <Link className="link" href="/password-reset">
          {t("forgotten")}
        </Link>
      </p>
      <p className="small ink-2">
        {t("noAccount")}{" "}
        <Link className="link" href={`/signup?next=${encodeURIComponent(next)}`}>
          {t("signUp")}
        </Link>
      </p>
    </div>
  );
}
