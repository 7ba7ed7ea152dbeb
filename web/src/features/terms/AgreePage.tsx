import { useQuery } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { call } from "../../api/client";
import { ProblemPage } from "../../app/MessagePage";
import { locale } from "../../i18n/locale";
import { useText } from "../../i18n/useText";
import { useTitle } from "../../lib/useTitle";
import { Notice } from "../../ui/Notice";
import { goOn, nextFrom } from "../auth/next";
import { TermsText } from "./TermsText";
import { text } from "./text";
import { useTerms } from "./useTerms";

/** Where a login leads when a new version of required terms is in force. */
export default function AgreePage() {
  const t = useText(text);
  useTitle(`${t("newTitle")} · Onsale`);
  const next = nextFrom(useSearch());
  const [, navigate] = useLocation();
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  const [problem, setProblem] = useState<"missing" | "failed" | null>(null);
  const [busy, setBusy] = useState(false);
  const terms = useTerms();
  const mine = useQuery({
    queryKey: ["my-terms"],
    queryFn: ({ signal }) => call("/api/users/me/terms", "get", { signedIn: true, signal }),
  });
  const error = terms.error ?? mine.error;
  if (error) {
    const retry = () => void Promise.all([terms.refetch(), mine.refetch()]);
    return <ProblemPage error={error} retry={retry} />;
  }
  const asked = (terms.data ?? []).filter((one) =>
    mine.data?.missing.some((key) => key.type === one.type && key.version === one.version),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setProblem(null);
    if (asked.some((one) => !agreed.includes(one.type))) {
      setProblem("missing");
      return;
    }
    if (busy) {
      return;
    }
    setBusy(true);
    try {
      if (asked.length > 0) {
        await call("/api/users/me/terms", "post", {
          signedIn: true,
          body: { terms: asked.map(({ type, version }) => ({ type, version, agreed: true })) },
        });
      }
      goOn(next, navigate);
    } catch {
      setProblem("failed");
      setBusy(false);
    }
  };
  return (
    <div className="wrap wrap-narrow terms-page">
      <h1 className="title-1">{t("newTitle")}</h1>
      <p className="ink-2">{t("newLead")}</p>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <ul className="lines">
          {asked.map((one) => (
            <li key={one.type}>
              <label className="checkbox">
                <input
                  type="checkbox"
                  checked={agreed.includes(one.type)}
                  onChange={(event) =>
                    setAgreed(
                      event.target.checked
                        ? [...agreed, one.type]
                        : agreed.filter((type) => type !== one.type),
                    )
                  }
                />
                {t("required", { title: one[locale()].title })}
              </label>
              <TermsText terms={one} />
            </li>
          ))}
        </ul>
        {problem ? (
          <Notice tone="stop" alert>
            {t(problem)}
          </Notice>
        ) : null}
        <button type="submit" className="button button-primary button-wide" aria-disabled={busy}>
          {t("agree")}
        </button>
      </form>
      <Link className="link small" href={next}>
        {t("later")}
      </Link>
    </div>
  );
}
