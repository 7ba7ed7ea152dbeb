import { useState } from "react";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { Notice } from "../../ui/Notice";
import { leaveFor } from "./social";
import { text } from "./text";
import { useProviders, type Provider } from "./useProviders";

const names = {
  GOOGLE: "socialGoogle",
  KAKAO: "socialKakao",
  NAVER: "socialNaver",
} as const;

/** A button for each provider that is configured; nothing where there is none. */
export function SocialButtons(props: { next: string }) {
  const t = useText(text);
  const providers = useProviders();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<"busy" | "failed" | "offline" | null>(null);
  const offered = providers.data?.providers ?? [];
  if (offered.length === 0) {
    return null;
  }
  const leave = async (provider: Provider) => {
    if (busy) {
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await leaveFor(provider, props.next);
    } catch (error) {
      setBusy(false);
      setProblem(
        !isProblem(error)
          ? "failed"
          : error.isOffline
            ? "offline"
            : error.isTemporary
              ? "busy"
              : "failed",
      );
    }
  };
  return (
    <section className="social" aria-labelledby="social">
      <h2 className="small ink-2" id="social">
        {t("socialWith")}
      </h2>
      {problem ? (
        <Notice tone="stop" alert>
          {t(problem)}
        </Notice>
      ) : null}
      {offered.map((provider) => (
        <button
          key={provider}
          type="button"
          className="button button-line button-wide"
          aria-disabled={busy}
          onClick={() => void leave(provider)}
        >
          {t(names[provider])}
        </button>
      ))}
    </section>
  );
}
