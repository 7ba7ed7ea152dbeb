import { useEffect, useState, type FormEvent } from "react";
import { Link } from "wouter";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { read, remove, write } from "../../lib/storage";
import { useTitle } from "../../lib/useTitle";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { solveAhead, solvedChallenge } from "./challenge";
import { checkDetails, type DetailErrors } from "./details";
import { IdentityStep } from "./IdentityStep";
import { PasswordField } from "./PasswordField";
import { text } from "./text";
import "./auth.css";

const KEY = "onsale.password-reset";

type Key = Parameters<typeof text>[0];

/** A new password for whoever verifies to be the owner of the account. */
export default function ResetPage() {
  const t = useText(text);
  useTitle(`${t("resetTitle")} · Onsale`);
  const [back] = useState(comeBack);
  const [identityId, setIdentityId] = useState(back.identityId);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<DetailErrors>({});
  const [problem, setProblem] = useState<Key | null>(null);
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (identityId !== null) {
      solveAhead();
    }
  }, [identityId]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = checkDetails({ email, password });
    setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0 || busy || identityId === null) {
      return;
    }
    setBusy(true);
    try {
      await call("/api/auth/password-reset", "post", {
        body: {
          email: email.trim(),
          identityVerificationId: identityId,
          newPassword: password,
          challenge: await solvedChallenge(),
        },
      });
      remove(KEY);
      setDone(true);
    } catch (error) {
      const why = reason(error);
      if (why === "notVerified") {
        setIdentityId(null);
      }
      setProblem(why);
      setBusy(false);
    }
  };

  if (done) {
    return (
      <div className="wrap wrap-narrow auth">
        <h1 className="title-1">{t("resetDone")}</h1>
        <Notice tone="go">{t("resetDoneLead")}</Notice>
        <Link className="button button-primary button-wide" href="/login">
          {t("login")}
        </Link>
      </div>
    );
  }
  if (identityId === null) {
    return (
      <div className="wrap wrap-narrow auth">
        <IdentityStep
          lead={t("resetLead")}
          returnTo="/password-reset"
          failed={back.failed || problem === "notVerified"}
          onLeave={(id) => write(KEY, id)}
        />
      </div>
    );
  }
  return (
    <div className="wrap wrap-narrow auth">
      <h1 className="title-1">{t("resetTitle")}</h1>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Notice tone="go" icon="shield">
          {t("identityDone")}
        </Notice>
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
          error={errors.email ? t(errors.email) : undefined}
        />
        <PasswordField
          label={t("newPassword")}
          name="password"
          hint={t("passwordHint")}
          autoComplete="new-password"
          maxLength={72}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errors.password ? t(errors.password) : undefined}
        />
        <button type="submit" className="button button-primary button-wide" aria-disabled={busy}>
          {t("resetSubmit")}
        </button>
      </form>
    </div>
  );
}

/** What the provider's page said, if this browser was sent there for it. */
function comeBack(): { identityId: string | null; failed: boolean } {
  const params = new URLSearchParams(window.location.search);
  const id = params.get("identityVerificationId");
  if (id === null || id !== read(KEY)) {
    return { identityId: null, failed: false };
  }
  return params.get("code") === null
    ? { identityId: id, failed: false }
    : { identityId: null, failed: true };
}

function reason(error: unknown): Key {
  if (!isProblem(error)) {
    return "failed";
  }
  switch (error.code) {
    case "user.identity_not_verified":
      return "notVerified";
    case "user.password_unfit":
      return "guessedPassword";
    case "user.not_their_account":
      return "notYours";
    case "user.locked":
      return "locked";
    case "user.identity_unavailable":
      return "identityAway";
    default:
      if (error.isOffline) {
        return "offline";
      }
      return error.isTemporary ? "busy" : "failed";
  }
}
