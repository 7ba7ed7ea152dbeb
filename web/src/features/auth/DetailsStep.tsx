import { useEffect, useRef, useState, type FormEvent } from "react";
import { Link, useLocation } from "wouter";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { logInBySocial } from "../../session/session";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { openBanner } from "../account/banner";
import { forgetDraft, type Draft } from "./draft";
import { checkDetails, type DetailErrors } from "./details";
import { logInAsPerson, solveAhead, solvedChallenge } from "./challenge";
import { goOn } from "./next";
import { PasswordField } from "./PasswordField";
import { text } from "./text";

type Key = Parameters<typeof text>[0];

export function DetailsStep(props: { draft: Draft; onChange: (change: Partial<Draft>) => void }) {
  const t = useText(text);
  const { draft, onChange } = props;
  const [, navigate] = useLocation();
  const [password, setPassword] = useState("");
  const [errors, setErrors] = useState<DetailErrors>({});
  const [problem, setProblem] = useState<Key | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(solveAhead, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = checkDetails(
      draft.bySocial ? { email: draft.email } : { email: draft.email, password },
    );
    setErrors(found);
    setProblem(null);
    const first = Object.keys(found)[0];
    if (first !== undefined) {
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
      return;
    }
    if (busy) {
      return;
    }
    setBusy(true);
    try {
      await signUp(draft, password);
      forgetDraft();
      openBanner();
      await (draft.bySocial ? logInBySocial() : logInAsPerson(draft.email.trim(), password));
      goOn(draft.next, navigate);
    } catch (error) {
      setBusy(false);
      const why = reason(error);
      if (why === "notVerified") {
        onChange({ isVerified: false, identityId: null });
      } else if (why === "termsChanged") {
        onChange({ agreed: {} });
      } else if (why === "emailTaken") {
        setErrors({ email: why });
      } else {
        setProblem(why);
      }
    }
  };

  const connect = async () => {
    if (busy) {
      return;
    }
    setBusy(true);
    try {
      await call("/api/auth/browser/social/connect", "post", {
        body: { identityVerificationId: draft.identityId ?? "" },
      });
      forgetDraft();
      await logInBySocial();
      goOn(draft.next, navigate);
    } catch (error) {
      setBusy(false);
      setProblem(reason(error));
    }
  };

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <h1 className="title-1">{t("detailsTitle")}</h1>
      <Notice tone="go" icon="shield">
        {t("identityDone")}
      </Notice>
      <Field
        label={t("email")}
        name="email"
        value={draft.email}
        error={errors.email ? t(errors.email) : undefined}
        onChange={(event) => onChange({ email: event.target.value })}
        type="email"
        inputMode="email"
        autoComplete="username"
        maxLength={254}
      />
      {draft.bySocial ? null : (
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
      )}
      {problem ? (
        <Notice tone="stop" alert>
          {t(problem === "personHasAccount" && draft.bySocial ? "socialHasAccount" : problem)}{" "}
          {(problem === "personHasAccount" && !draft.bySocial) || problem === "socialOver" ? (
            <Link className="link" href={`/login?next=${encodeURIComponent(draft.next)}`}>
              {t("toLogin")}
            </Link>
          ) : null}
        </Notice>
      ) : null}
      {problem === "personHasAccount" && draft.bySocial ? (
        <button
          type="button"
          className="button button-wide"
          aria-disabled={busy}
          onClick={() => void connect()}
        >
          {t("socialConnect")}
        </button>
      ) : null}
      <div className="sign-up-action">
        <button type="submit" className="button button-primary button-wide" aria-disabled={busy}>
          {t(busy ? "creating" : "create")}
        </button>
      </div>
    </form>
  );
}

async function signUp(draft: Draft, password: string): Promise<void> {
  const body = {
    email: draft.email.trim(),
    identityVerificationId: draft.identityId ?? "",
    challenge: await solvedChallenge(),
    terms: (["SERVICE", "PRIVACY", "MARKETING"] as const).flatMap((type) => {
      const version = draft.agreed[type];
      return version === undefined ? [] : [{ type, version, agreed: true }];
    }),
  };
  await (draft.bySocial
    ? call("/api/auth/browser/social/signup", "post", { body })
    : call("/api/auth/signup", "post", { body: { ...body, password } }));
}

function reason(error: unknown): Key {
  if (!isProblem(error)) {
    return "failed";
  }
  switch (error.code) {
    case "user.email_taken":
      return "emailTaken";
    case "user.person_has_account":
      return "personHasAccount";
    case "user.social_failed":
      return "socialOver";
    case "user.social_taken":
      return "socialTaken";
    case "user.terms_required":
    case "user.terms_not_in_force":
      return "termsChanged";
    case "user.identity_not_verified":
      return "notVerified";
    case "user.password_unfit":
      return "guessedPassword";
    case "user.identity_unavailable":
      return "identityAway";
    default:
      if (error.isOffline) {
        return "offline";
      }
      return error.isTemporary ? "busy" : "failed";
  }
}
