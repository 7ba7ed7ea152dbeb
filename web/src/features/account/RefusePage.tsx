import { useState } from "react";
import { Link } from "wouter";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { useTitle } from "../../lib/useTitle";
import { endedElsewhere } from "../../session/session";
import { Notice } from "../../ui/Notice";
import { reason } from "./problems";
import { text } from "./text";
import "../auth/auth.css";

/** From the notice to the old address. The token is behind the `#`, so no server log has it. */
export default function RefusePage() {
  const t = useText(text);
  useTitle(`${t("refuseTitle")} · Onsale`);
  const [token] = useState(() => window.location.hash.slice(1));
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [problem, setProblem] = useState<string | null>(
    /^[\w-]{32}$/.test(token) ? null : t("refuseOver"),
  );

  const refuse = async () => {
    if (busy) {
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await call("/api/auth/email-change/refuse", "post", { body: { token } });
      endedElsewhere();
      setDone(true);
    } catch (error) {
      const { key, values } = reason(error);
      setProblem(t(key, values));
    }
    setBusy(false);
  };

  if (done) {
    return (
      <div className="wrap wrap-narrow auth">
        <h1 className="title-1">{t("refused")}</h1>
        <Notice tone="go">{t("refusedLead")}</Notice>
        <Link className="button button-primary button-wide" href="/password-reset">
          {t("setPassword")}
        </Link>
      </div>
    );
  }
  return (
    <div className="wrap wrap-narrow auth">
      <h1 className="title-1">{t("refuseTitle")}</h1>
      <p className="ink-2">{t("refuseLead")}</p>
      {problem ? (
        <Notice tone="stop" alert>
          {problem}
        </Notice>
      ) : null}
      <button
        type="button"
        className="button button-primary button-wide"
        aria-disabled={busy}
        onClick={() => void refuse()}
      >
        {t("refuse")}
      </button>
    </div>
  );
}
