import { useState, type FormEvent } from "react";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { PasswordField } from "../auth/PasswordField";
import { CodeForm } from "./CodeForm";
import { reason } from "./problems";
import { text } from "./text";

/** Another address, for a fan who knows the password and reads the mail there. */
export function ChangeEmail(props: { onDone: () => Promise<void> }) {
  const t = useText(text);
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [asked, setAsked] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isEmail = /^\S+@\S+\.\S+$/.test(email.trim());

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    setProblem(null);
    if (!isEmail || password === "" || busy) {
      return;
    }
    setBusy(true);
    try {
      await call("/api/users/me/email", "post", {
        signedIn: true,
        body: { email: email.trim(), password },
      });
      setAsked(email.trim());
    } catch (error) {
      const { key, values } = reason(error);
      setProblem(t(key, values));
    }
    setBusy(false);
  };

  const confirm = async (code: string) => {
    await call("/api/users/me/email/confirm", "post", { signedIn: true, body: { code } });
    setAsked(null);
    setEmail("");
    setPassword("");
    setSent(false);
    await props.onDone();
  };

  return (
    <section className="stack" aria-labelledby="change">
      <h2 className="title-2" id="change">
        {t("changeTitle")}
      </h2>
      {asked !== null ? (
        <>
          <CodeForm lead={t("changeCodeLead", { email: asked })} onCode={confirm} />
          <button type="button" className="link small" onClick={() => setAsked(null)}>
            {t("otherEmail")}
          </button>
        </>
      ) : (
        <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
          <p className="ink-2">{t("changeLead")}</p>
          {problem ? (
            <Notice tone="stop" alert>
              {problem}
            </Notice>
          ) : null}
          <Field
            label={t("newEmail")}
            type="email"
            name="email"
            autoComplete="email"
            inputMode="email"
            maxLength={254}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={sent && !isEmail ? t("needEmail") : undefined}
          />
          <PasswordField
            label={t("password")}
            name="password"
            autoComplete="current-password"
            maxLength={200}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={sent && password === "" ? t("needPassword") : undefined}
          />
          <button type="submit" className="button button-wide" aria-disabled={busy}>
            {t("change")}
          </button>
        </form>
      )}
    </section>
  );
}
