import { useState } from "react";
import { Link } from "wouter";
import { LanguageSwitch } from "../../app/LanguageSwitch";
import { useText } from "../../i18n/useText";
import { useTitle } from "../../lib/useTitle";
import { Icon } from "../../ui/Icon";
import { DetailsStep } from "./DetailsStep";
import {
  afterIdentity,
  readDraft,
  stepOf,
  steps,
  writeDraft,
  type Draft,
  type Step,
} from "./draft";
import { IdentityStep } from "./IdentityStep";
import { nextFrom } from "./next";
import { TermsStep } from "./TermsStep";
import { text } from "./text";
import "./auth.css";

interface Start {
  draft: Draft;
  step: Step;
  failed: boolean;
}

/** Where a sign-up goes on: from the provider's page, or from what was left on the device. */
function start(): Start {
  const search = window.location.search;
  const before = readDraft();
  const back = afterIdentity(before, search);
  let draft = back?.draft ?? before;
  const params = new URLSearchParams(search);
  if (params.has("next")) {
    draft = { ...draft, next: nextFrom(search), bySocial: params.has("social") };
  }
  writeDraft(draft);
  return { draft, step: stepOf(draft), failed: back?.failed ?? false };
}

export default function SignUpPage() {
  const t = useText(text);
  useTitle(`${t("signUp")} · Onsale`);
  const [first] = useState(start);
  const [draft, setDraft] = useState(first.draft);
  const [step, setStep] = useState(first.step);
  const at = steps.indexOf(step);

  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    writeDraft(next);
    setDraft(next);
    if (part.isVerified === false) {
      setStep("identity");
    } else if (step === "details" && part.agreed !== undefined) {
      setStep("terms"); // they have changed since
    }
  };

  const back = steps[at - 1];
  return (
    <div className="page">
      <header className="top">
        <div className="wrap wrap-narrow">
          {back ? (
            <button
              type="button"
              className="icon-button"
              aria-label={t("back")}
              onClick={() => setStep(back)}
            >
              <Icon name="back" />
            </button>
          ) : (
            <Link href="/" className="icon-button" aria-label={t("back")}>
              <Icon name="back" />
            </Link>
          )}
          <span className="grow" />
          <LanguageSwitch />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="wrap wrap-narrow sign-up">
        <ol className="progress" aria-label={t("progress", { n: steps.length, k: at + 1 })}>
          {steps.map((one, i) => (
            <li key={one} data-done={i <= at} />
          ))}
        </ol>
        {step === "terms" ? (
          <TermsStep
            draft={draft}
            onChange={change}
            onNext={() => setStep(draft.isVerified ? "details" : "identity")}
          />
        ) : step === "identity" ? (
          <IdentityStep
            lead={t("identityLead")}
            returnTo="/signup"
            failed={first.failed}
            onLeave={(identityId) => writeDraft({ ...draft, identityId })}
          />
        ) : (
          <DetailsStep draft={draft} onChange={change} />
        )}
        {step === "terms" ? (
          <p className="small ink-2">
            {t("haveAccount")}{" "}
            <Link className="link" href={`/login?next=${encodeURIComponent(draft.next)}`}>
              {t("login")}
            </Link>
          </p>
        ) : null}
      </main>
    </div>
  );
}
