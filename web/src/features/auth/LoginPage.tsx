import { useRef, useState, type FormEvent } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { day } from "../../lib/format";
import { read, remove, write } from "../../lib/storage";
import { useTitle } from "../../lib/useTitle";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { logInAsPerson } from "./challenge";
import { IdentityButton } from "./IdentityButton";
import { goOn, nextFrom } from "./next";
import { PasswordField } from "./PasswordField";
import { SocialButtons } from "./SocialButtons";
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
    case "user.code_wrong":
      return "wrongCode";
    case "user.locked":
      return "locked";
    case "user.dormant":
      return "dormant";
    case "user.leaving":
      return "leaving";
    case "user.identity_not_verified":
      return "notVerified";
    case "user.not_their_account":
      return "notYourAccount";
    case "user.too_many_tries":
      return "tooManyTries";
    default:
      if (error.isOffline) {
        return "offline";
      }
      return error.isTemporary ? "busy" : "failed";
  }
}

const KEY = "onsale.wake-up";

/** The identity check that this browser was sent to by this page, if it succeeded. */
function comeBack(search: string): string | undefined {
  const params = new URLSearchParams(search);
  const id = params.get("identityVerificationId");
  const isOurs = id !== null && id === read(KEY) && params.get("code") === null;
  return isOurs ? id : undefined;
}

export default function LoginPage() {
  const t = useText(text);
  useTitle(`${t("loginTitle")} · Onsale`);
  const next = nextFrom(useSearch());
  const [, navigate] = useLocation();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  /** Asked for once the password was right. */
  const [code, setCode] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Key | null>(null);
  const [identityId] = useState(() => comeBack(window.location.search));
  const [purgeAt, setPurgeAt] = useState("");
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const codeInput = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void enter(false);
  };

  const enter = async (restore: boolean) => {
    setSent(true);
    setProblem(null);
    if (email.trim() === "" || password === "") {
      (email.trim() === "" ? emailInput : passwordInput).current?.focus();
      return;
    }
    if (code?.trim() === "") {
      codeInput.current?.focus();
      return;
    }
    if (busy) {
      return;
    }
    setBusy(true);
    try {
      const session = await logInAsPerson(email.trim(), password, {
        ...(code === null ? {} : { code: code.trim() }),
        ...(identityId === undefined ? {} : { identityVerificationId: identityId }),
        ...(restore ? { restore } : {}),
      });
      remove(KEY);
      const after = session.needsSecondFactor ? "/me/second-factor" : next;
      goOn(
        session.hasNewTerms ? `/terms/agree?next=${encodeURIComponent(after)}` : after,
        navigate,
      );
    } catch (error) {
      setBusy(false);
      if (isProblem(error) && error.code === "user.code_required") {
        setCode("");
        setSent(false);
        return;
      }
      setProblem(loginProblem(error));
      setPurgeAt(isProblem(error) ? String(error.extra["purgeAt"] ?? "") : "");
      (code === null ? passwordInput : codeInput).current?.focus();
    }
  };

  return (
    <div className="wrap wrap-narrow auth">
      <h1 className="title-1">{t("loginTitle")}</h1>
      <p className="ink-2">{t("loginLead")}</p>
      <form className="stack" noValidate onSubmit={submit}>
        {identityId !== undefined && problem === null ? (
          <Notice tone="go" icon="shield">
            {t("wakeUpReady")}
          </Notice>
        ) : null}
        {problem ? (
          <Notice tone="stop" alert>
            {t(problem, { day: purgeAt === "" ? "" : day(purgeAt) })}
          </Notice>
        ) : null}
        {problem === "leaving" ? (
          <button
            type="button"
            className="button button-wide"
            aria-disabled={busy}
            onClick={() => void enter(true)}
          >
            {t("keepAccount")}
          </button>
        ) : null}
        {problem === "dormant" || problem === "notVerified" || problem === "notYourAccount" ? (
          <IdentityButton
            returnTo={`/login?next=${encodeURIComponent(next)}`}
            onLeave={(id) => write(KEY, id)}
          />
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
        {code === null ? null : (
          <Field
            label={t("code")}
            hint={t("codeHint")}
            name="code"
            autoComplete="one-time-code"
            maxLength={40}
            autoFocus
            value={code}
            onChange={(event) => setCode(event.target.value)}
            error={sent && code.trim() === "" ? t("needCode") : undefined}
            inputRef={codeInput}
          />
        )}
        <button type="submit" className="button button-primary button-wide" aria-disabled={busy}>
          {t(busy ? "loggingIn" : "login")}
        </button>
      </form>
      <SocialButtons next={next} />
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
