import { ProblemPage } from "../../app/MessagePage";
import { locale } from "../../i18n/locale";
import { useText } from "../../i18n/useText";
import { useTitle } from "../../lib/useTitle";
import { TermsText } from "./TermsText";
import { text } from "./text";
import { useTerms } from "./useTerms";

/** The terms in force, for anybody to read. */
export default function TermsPage() {
  const t = useText(text);
  useTitle(`${t("title")} · Onsale`);
  const terms = useTerms();
  if (terms.isError) {
    return <ProblemPage error={terms.error} retry={() => void terms.refetch()} />;
  }
  return (
    <div className="wrap wrap-narrow terms-page">
      <h1 className="title-1">{t("title")}</h1>
      <ul className="lines">
        {terms.data?.map((one) => (
          <li key={one.type}>
            <h2 className="title-3">
              {t(one.required ? "required" : "optional", { title: one[locale()].title })}
            </h2>
            <TermsText terms={one} />
          </li>
        ))}
      </ul>
    </div>
  );
}
