import { useState, type FormEvent } from "react";
import { useText } from "../../i18n/useText";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { reason } from "./problems";
import { text } from "./text";

/** Six digits from a mail. */
export function CodeForm(props: {
  lead: string;
  onCode: (code: string) => Promise<void>;
  /** Sends another code, where that is the way to get one. */
  onResend?: () => Promise<void>;
}) {
  const t = useText(text);
  const [code, setCode] = useState("");
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [resent, setResent] = useState(false);
  const isCode = /^\d{6}$/.test(code);

  const run = async (work: () => Promise<void>) => {
    if (busy) {
      return;
    }
    setBusy(true);
    setProblem(null);
    setResent(false);
    try {
      await work();
    } catch (error) {
      const { key, values } = reason(error);
      setProblem(t(key, values));
    }
    setBusy(false);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    if (isCode) {
      void run(() => props.onCode(code));
    }
  };

  const { onResend } = props;
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p className="ink-2">{props.lead}</p>
      {problem ? (
        <Notice tone="stop" alert>
          {problem}
        </Notice>
      ) : null}
      {resent ? <Notice tone="go">{t("resent")}</Notice> : null}
      <Field
        label={t("code")}
        hint={t("codeHint")}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, ""))}
        error={sent && !isCode ? t("needCode") : undefined}
      />
      <button type="submit" className="button button-primary button-wide" aria-disabled={busy}>
        {t("confirm")}
      </button>
      {onResend ? (
        <button
          type="button"
          className="button button-line button-wide"
          aria-disabled={busy}
          onClick={() =>
            void run(async () => {
              await onResend();
              setResent(true);
            })
          }
        >
          {t("resend")}
        </button>
      ) : null}
    </form>
  );
}
