import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { Link } from "wouter";
import type { Answer } from "../../api/answers";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { useTitle } from "../../lib/useTitle";
import { Field } from "../../ui/Field";
import { Notice } from "../../ui/Notice";
import { PasswordField } from "../auth/PasswordField";
import { text as authText } from "../auth/text";
import { QrCode } from "../tickets/QrCode";
import { text } from "./text";
import "../auth/auth.css";
import "../tickets/tickets.css";
import "./profile.css";

type Key = Parameters<typeof text>[0];
type Secret = Answer<"/api/users/me/second-factor", "post">;

const QUERY = ["second-factor"];

/** Codes of an authenticator app besides the password: switching them on and off. */
export default function SecondFactorPage() {
  const t = useText(text);
  useTitle(`${t("secondFactor")} · Onsale`);
  const [codes, setCodes] = useState<string[] | null>(null);
  const factor = useQuery({
    queryKey: QUERY,
    queryFn: ({ signal }) => call("/api/users/me/second-factor", "get", { signedIn: true, signal }),
  });
  return (
    <div className="wrap wrap-narrow auth">
      <h1 className="title-1">{t("secondFactor")}</h1>
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : factor.data?.on ? (
        <Disable left={factor.data.recoveryCodesLeft} />
      ) : factor.data ? (
        <Enrol onCodes={setCodes} />
      ) : factor.isError ? (
        <Notice tone="stop" alert>
          {t("changeFailedPlain")}
        </Notice>
      ) : null}
    </div>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useText(text);
  return (
    <>
      <Notice tone="go">{t("secondFactorOn")}</Notice>
      <h2 className="title-2">{t("recoveryCodes")}</h2>
      <p className="ink-2">{t("recoveryCodesLead")}</p>
      <ul className="recovery-codes" aria-label={t("recoveryCodes")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Link className="button button-wide" href="/me">
        {t("recoveryCodesKept")}
      </Link>
    </>
  );
}

function Enrol({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const t = useText(text);
  const [secret, setSecret] = useState<Secret | null>(null);
  const { problem, busy, run } = useAttempt();
  const [code, setCode] = useState("");

  const begin = () =>
    run(async () => {
      setSecret(await call("/api/users/me/second-factor", "post", { signedIn: true }));
    });
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    return run(async () => {
      const confirmed = await call("/api/users/me/second-factor/confirm", "post", {
        signedIn: true,
        body: { code: code.trim() },
      });
      onCodes(confirmed.recoveryCodes);
    });
  };

  return (
    <>
      <p className="ink-2">{t("secondFactorLead")}</p>
      <Problem problem={problem} />
      {secret === null ? (
        <button
          type="button"
          className="button button-primary button-wide"
          aria-disabled={busy}
          onClick={() => void begin()}
        >
          {t("secondFactorBegin")}
        </button>
      ) : (
        <form className="stack" noValidate onSubmit={(event) => void confirm(event)}>
          <p>{t("scanQr")}</p>
          <QrCode value={secret.uri} label={t("qrLabel")} />
          <p className="small ink-2">
            {t("typeSecret")} <code className="factor-secret">{secret.secret}</code>
          </p>
          <CodeField label={t("code")} value={code} onChange={setCode} />
          <button type="submit" className="button button-primary button-wide" aria-disabled={busy}>
            {t("secondFactorConfirm")}
          </button>
        </form>
      )}
    </>
  );
}

function Disable({ left }: { left: number }) {
  const t = useText(text);
  const ta = useText(authText);
  const queries = useQueryClient();
  const { problem, busy, run } = useAttempt();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    return run(async () => {
      await call("/api/users/me/second-factor/disable", "post", {
        signedIn: true,
        body: { password, code: code.trim() },
      });
      await queries.invalidateQueries({ queryKey: QUERY });
    });
  };

  return (
    <>
      <Notice tone="go">{t("secondFactorIsOn", { n: left })}</Notice>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Problem problem={problem} />
        <PasswordField
          label={ta("password")}
          name="password"
          autoComplete="current-password"
          maxLength={200}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <CodeField label={t("codeOrRecovery")} value={code} onChange={setCode} />
        <button type="submit" className="button button-wide" aria-disabled={busy}>
          {t("secondFactorDisable")}
        </button>
      </form>
    </>
  );
}

function CodeField(props: { label: string; value: string; onChange: (code: string) => void }) {
  return (
    <Field
      label={props.label}
      name="code"
      autoComplete="one-time-code"
      maxLength={40}
      value={props.value}
      onChange={(event) => props.onChange(event.target.value)}
    />
  );
}

function Problem({ problem }: { problem: Key | null }) {
  const t = useText(text);
  return problem ? (
    <Notice tone="stop" alert>
      {t(problem)}
    </Notice>
  ) : null;
}

/** One attempt at a time, and why the last one failed. */
function useAttempt() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Key | null>(null);
  const run = async (work: () => Promise<void>) => {
    if (busy) {
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(reason(error));
    }
    setBusy(false);
  };
  return { busy, problem, run };
}

function reason(error: unknown): Key {
  if (isProblem(error)) {
    switch (error.code) {
      case "user.code_wrong":
      case "platform.invalid":
        return "wrongCode";
      case "user.wrong_password":
        return "wrongPassword";
      case "user.too_many_tries":
        return "tooOften";
    }
    if (error.isTemporary) {
      return "tooOften";
    }
  }
  return "changeFailedPlain";
}
