import { useState } from "react";
import { call } from "../../api/client";
import { locale } from "../../i18n/locale";
import { useText } from "../../i18n/useText";
import { Notice } from "../../ui/Notice";
import { text } from "./text";

/** Leaves for the provider's page, which comes back to `returnTo`. */
export function IdentityButton(props: {
  returnTo: string;
  /** Keeps the id that the provider's page will name. */
  onLeave: (identityId: string) => void;
}) {
  const t = useText(text);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState(false);
  const start = async () => {
    if (busy) {
      return;
    }
    setBusy(true);
    setProblem(false);
    try {
      const identity = await call("/api/auth/identity", "get", {});
      if (identity.url == null) {
        throw new Error("no page of the provider");
      }
      const identityId = crypto.randomUUID();
      props.onLeave(identityId);
      const query = new URLSearchParams({
        redirect: `${window.location.origin}${props.returnTo}`,
        lang: locale(),
      });
      window.location.assign(`${identity.url}/${identityId}?${query.toString()}`);
    } catch {
      setBusy(false);
      setProblem(true);
    }
  };
  return (
    <>
      {problem ? (
        <Notice tone="stop" alert>
          {t("identityAway")}
        </Notice>
      ) : null}
      <button
        type="button"
        className="button button-primary button-wide"
        aria-disabled={busy}
        onClick={() => void start()}
      >
        {t("identityStart")}
      </button>
    </>
  );
}
