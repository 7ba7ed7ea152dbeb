import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { call } from "../../api/client";
import { ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { useTitle } from "../../lib/useTitle";
import { Notice } from "../../ui/Notice";
import { closeBanner } from "./banner";
import { ChangeEmail } from "./ChangeEmail";
import { CodeForm } from "./CodeForm";
import { text } from "./text";
import "../auth/auth.css";

/** The address of the account: confirmed by a code, and changed. */
export default function EmailPage() {
  const t = useText(text);
  useTitle(`${t("emailTitle")} · Onsale`);
  const queries = useQueryClient();
  const [done, setDone] = useState<"verified" | "changed" | null>(null);
  const me = useQuery({
    queryKey: ["me"],
    queryFn: ({ signal }) => call("/api/users/me", "get", { signedIn: true, signal }),
  });
  if (me.isError) {
    return <ProblemPage error={me.error} retry={() => void me.refetch()} />;
  }
  const finish = async (what: "verified" | "changed") => {
    closeBanner();
    await queries.invalidateQueries({ queryKey: ["me"] });
    setDone(what);
  };
  const verify = async (code: string) => {
    await call("/api/auth/email-verification/confirm", "post", { signedIn: true, body: { code } });
    await finish("verified");
  };
  const resend = () =>
    call("/api/auth/email-verification", "post", { signedIn: true }).then(() => undefined);
  return (
    <div className="wrap wrap-narrow auth">
      <h1 className="title-1">{t("emailTitle")}</h1>
      <p>
        <span className="small ink-3">{t("emailNow")}</span>
        <br />
        <b>{me.data?.email ?? "\u00a0"}</b>
      </p>
      {done ? <Notice tone="go">{t(done)}</Notice> : null}
      {done === null && me.data?.emailVerified === true ? (
        <Notice tone="go">{t("emailVerified")}</Notice>
      ) : null}
      {me.data?.emailVerified === false ? (
        <section className="stack" aria-labelledby="verify">
          <h2 className="title-2" id="verify">
            {t("verifyTitle")}
          </h2>
          <CodeForm
            lead={t("verifyLead", { email: me.data.email })}
            onCode={verify}
            onResend={resend}
          />
        </section>
      ) : null}
      {me.data ? <ChangeEmail onDone={() => finish("changed")} /> : null}
      <Link className="link small" href="/me">
        {t("toMe")}
      </Link>
    </div>
  );
}
