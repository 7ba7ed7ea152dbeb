import { useState, type FormEvent } from "react";
import { locale } from "../../i18n/locale";
import { useText } from "../../i18n/useText";
import { Notice } from "../../ui/Notice";
import { TermsText } from "../terms/TermsText";
import { text as termsText } from "../terms/text";
import { useTerms, type TermsVersion } from "../terms/useTerms";
import type { Draft } from "./draft";
import { text } from "./text";

/** The terms that the platform publishes; the draft keeps which version was agreed to. */
export function TermsStep(props: {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  onNext: () => void;
}) {
  const t = useText(text);
  const tt = useText(termsText);
  const { draft, onChange, onNext } = props;
  const [isMissing, setMissing] = useState(false);
  const terms = useTerms();
  const required = (terms.data ?? []).filter((one) => one.required);
  const isAgreed = (one: TermsVersion) => draft.agreed[one.type] === one.version;
  const all = required.length > 0 && required.every(isAgreed);
  const answer = (some: TermsVersion[], agreed: boolean) => {
    const next = { ...draft.agreed };
    for (const one of some) {
      if (agreed) {
        next[one.type] = one.version;
      } else {
        delete next[one.type];
      }
    }
    onChange({ agreed: next });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(!all);
    if (all) {
      onNext();
    }
  };
  return (
    <form noValidate onSubmit={submit}>
      <h1 className="title-1">{t("termsTitle")}</h1>
      {terms.isError ? (
        <Notice tone="stop" alert>
          {t("failed")}{" "}
          <button type="button" className="link" onClick={() => void terms.refetch()}>
            {t("again")}
          </button>
        </Notice>
      ) : null}
      <label className="checkbox terms-all">
        <input
          type="checkbox"
          checked={all}
          onChange={(event) => answer(required, event.target.checked)}
        />
        {t("termsAll")}
      </label>
      <ul className="lines">
        {terms.data?.map((one) => (
          <li key={one.type}>
            <label className="checkbox">
              <input
                type="checkbox"
                checked={isAgreed(one)}
                onChange={(event) => answer([one], event.target.checked)}
              />
              {tt(one.required ? "required" : "optional", { title: one[locale()].title })}
            </label>
            <TermsText terms={one} />
          </li>
        ))}
      </ul>
      {isMissing && !all ? (
        <Notice tone="stop" alert>
          {t("termsMissing")}
        </Notice>
      ) : null}
      <div className="sign-up-action">
        <button type="submit" className="button button-primary button-wide">
          {t("next")}
        </button>
      </div>
    </form>
  );
}
