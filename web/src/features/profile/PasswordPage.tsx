import { useState, type FormEvent } from "react";
import { Link } from "wouter";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { useTitle } from "../../lib/useTitle";
import { Notice } from "../../ui/Notice";
import { checkPassword } from "../auth/details";
import { PasswordField } from "../auth/PasswordField";
import { text as authText } from "../auth/text";
import { text } from "./text";
import "../auth/auth.css";

type Key = Parameters<typeof text>[0];

/** A new password, for a fan who knows the present one. */
export default function PasswordPage() {
  const t = useText(text);
  const ta = useText(authText);
  useTitle(`${t("changePassword")} · Onsale`);
  const [current, setCurrent] = useState("");
  const [next, setNext] = useState("");
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Key | null>(null);
  const [done, setDone] = useState(false);
  const error = checkPassword(next);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSent(true);
    setProblem(null);
    if (current === "" || error !== null || busy) {
      return;
    }
    setBusy(true);
    try {
      await call("/api/users/me/password", "put", {
        signedIn: true,
        body: { currentPassword: current, newPassword: next },
      });
      setDone(true);
    } catch (caught) {
      setProblem(reason(caught));
    }
    setBusy(false);
  };

  if (done) {
    return (
      <div className="wrap wrap-narrow auth">
        <h1 className="title-1">{t("changePassword")}</h1>
        <Notice tone="go">{t("passwordChanged")}</Notice>
        <Link className="button button-wide" href="/me">
          {t("title")}
        </Link>
      </div>
    );
  }
  return (
    <div className="wrap wrap-narrow auth">
      <h1 className="title-1">{t("changePassword")}</h1>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {problem ? (
          <Notice tone="stop" alert>
            {t(problem)}
          </Notice>
        ) : null}
        <PasswordField
          label={t("currentPassword")}
          name="current"
          autoComplete="current-password"
          maxLength={200}
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
          error={sent && current === "" ? ta("needPassword") : undefined}
        />
        <PasswordField
          label={ta("newPassword")}
          name="next"
          hint={ta("passwordHint")}
          autoComplete="new-password"
          maxLength={72}
          value={next}
          onChange={(event) => setNext(event.target.value)}
          error={sent && error ? ta(error) : undefined}
        />
        <button type="submit" className="button button-primary button-wide" aria-disabled={busy}>
          {t("changePassword")}
        </button>
      </form>
    </div>
  );
}

function reason(error: unknown): Key {
  if (isProblem(error)) {
    if (error.code === "user.wrong_password") {
      return "wrongPassword";
    }
    if (error.code === "user.password_unfit") {
      return "guessedPassword";
    }
    if (error.isTemporary) {
      return "tooOften";
    }
  }
  return "changeFailed";
}
