import { setLocale } from "../i18n/locale";
import { useLocale, useText } from "../i18n/useText";
import { text } from "./text";

export function LanguageSwitch() {
  const current = useLocale();
  const t = useText(text);
  return (
    <div className="language" role="group" aria-label={t("language")}>
      <button
        type="button"
        lang="ko"
        aria-label="한 (한국어)"
        aria-pressed={current === "ko"}
        onClick={() => setLocale("ko")}
      >
        한
      </button>
      <button
        type="button"
        lang="en"
        aria-label="EN (English)"
        aria-pressed={current === "en"}
        onClick={() => setLocale("en")}
      >
        EN
      </button>
    </div>
  );
}
