import { useText } from "../../i18n/useText";
import { locale } from "../../i18n/locale";
import { text } from "./text";
import type { TermsVersion } from "./useTerms";
import "./terms.css";

/** The words of some terms, folded. */
export function TermsText({ terms }: { terms: TermsVersion }) {
  const t = useText(text);
  const words = terms[locale()];
  return (
    <details className="terms-text">
      <summary aria-label={t("readTitle", { title: words.title })}>{t("read")}</summary>
      <div className="inset small" tabIndex={0} role="group" aria-label={words.title}>
        {words.text.split("\n\n").map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className="caption ink-3">{t("version", { version: terms.version })}</p>
      </div>
    </details>
  );
}
