import { useEffect, useRef, useState, type FormEvent } from "react";
import { Link, useLocation, useParams } from "wouter";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { day } from "../../lib/format";
import { read, remove, write } from "../../lib/storage";
import { useTitle } from "../../lib/useTitle";
import { logInBySocial, resume, sessionState, type LogInWish } from "../../session/session";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { empty, readDraft, writeDraft } from "./draft";
import { IdentityButton } from "./IdentityButton";
import { loginProblem } from "./LoginPage";
import { goOn, loginWith } from "./next";
import { backFrom, forgetNext, nextAfterSocial, providerFrom } from "./social";
import { text } from "./text";
import "./auth.css";

type Key = Parameters<typeof text>[0];

const IDENTITY = "onsale.social-identity";

function problemOf(error: unknown): Key {
  switch (isProblem(error) ? error.code : "") {
    case "user.social_failed":
    case "user.wrong_credentials":
      return "socialOver";
    case "user.social_taken":
      return "socialTaken";
    case "user.no_account":
      return "socialNoAccount";
    default:
      return loginProblem(error);
  }
}

/** Where a provider sends the browser back to. */
export default function SocialPage() {
  const t = useText(text);
  useTitle(`${t("socialTitle")} · Onsale`);
  const { provider: name } = useParams<{ provider: string }>();
  const [, navigate] = useLocation();
  const [next] = useState(nextAfterSocial);
  const [busy, setBusy] = useState(true);
  const [problem, setProblem] = useState<Key | null>(null);
  const [purgeAt, setPurgeAt] = useState("");
  const [code, setCode] = useState<string | null>(null);
  /** Whether somebody signed in wants to connect this login. */
  const [connecting, setConnecting] = useState(false);
  const began = useRef(false);

  const enter = async (wish: LogInWish) => {
    setBusy(true);
    setProblem(null);
    try {
      const session = await logInBySocial(wish);
      remove(IDENTITY);
      forgetNext();
      const after = session.needsSecondFactor ? "/me/second-factor" : next;
      goOn(
        session.hasNewTerms ? `/terms/agree?next=${encodeURIComponent(after)}` : after,
        navigate,
      );
    } catch (error) {
      setBusy(false);
      if (isProblem(error) && error.code === "user.code_required") {
        setCode("");
        return;
      }
      setProblem(problemOf(error));
      setPurgeAt(isProblem(error) ? String(error.extra["purgeAt"] ?? "") : "");
    }
  };

  const arrive = async () => {
    const provider = providerFrom(name);
    const back = backFrom(window.location.search, read(IDENTITY));
    // Neither the code nor the state stays in the address or the history.
    window.history.replaceState(null, "", window.location.pathname);
    if (provider === undefined || back.kind === "cancelled") {
      setBusy(false);
      setProblem("socialCancelled");
      return;
    }
    try {
      await resume();
      const isSignedIn = sessionState() === "in";
      if (back.kind === "identity") {
        if (isSignedIn) {
          await call("/api/auth/browser/social/connect", "post", {
            body: { identityVerificationId: back.id },
          });
          remove(IDENTITY);
          forgetNext();
          goOn(next, navigate);
          return;
        }
        await enter({ identityVerificationId: back.id });
        return;
      }
      const proven = await call("/api/auth/browser/social/finish", "post", {
        body: { provider, code: back.code, state: back.state },
      });
      if (proven.linked) {
        await enter({});
      } else if (isSignedIn) {
        setBusy(false);
        setConnecting(true);
      } else {
        writeDraft({ ...empty, agreed: readDraft().agreed, email: proven.email });
        navigate(`/signup?social&next=${encodeURIComponent(next)}`, { replace: true });
      }
    } catch (error) {
      setBusy(false);
      setProblem(problemOf(error));
    }
  };

  useEffect(() => {
    if (!began.current) {
      began.current = true; // a code is good once
      void arrive();
    }
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && code !== null && code.trim() !== "") {
      void enter({ code: code.trim() });
    }
  };

  const wantsIdentity =
    connecting ||
    problem === "dormant" ||
    problem === "notVerified" ||
    problem === "notYourAccount";
  return (
    <div className="wrap wrap-narrow auth">
      <h1 className="title-1">{t(connecting ? "socialConnect" : "socialTitle")}</h1>
      {busy ? (
        <p className="ink-2" role="status">
          {t("loggingIn")}
        </p>
      ) : null}
      {connecting ? <p className="ink-2">{t("socialConnectLead")}</p> : null}
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
          onClick={() => void enter({ restore: true })}
        >
          {t("keepAccount")}
        </button>
      ) : null}
      {wantsIdentity ? (
        <IdentityButton returnTo={`/login/social/${name}`} onLeave={(id) => write(IDENTITY, id)} />
      ) : null}
      {code === null ? null : (
        <form className="stack" noValidate onSubmit={submit}>
          <Field
            label={t("code")}
            hint={t("codeHint")}
            name="code"
            autoComplete="one-time-code"
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <button type="submit" className="button button-primary button-wide" aria-disabled={busy}>
            {t("login")}
          </button>
        </form>
      )}
      {problem && !wantsIdentity ? (
        <p className="small ink-2">
          <Link className="link" href={loginWith(next)}>
            {t("toLogin")}
          </Link>
        </p>
      ) : null}
    </div>
  );
}
