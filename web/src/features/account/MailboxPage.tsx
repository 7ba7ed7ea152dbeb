import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { ProblemPage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { showTime } from "../../lib/format";
import { useTitle } from "../../lib/useTitle";
import { Notice } from "../../ui/Notice";
import { text } from "./text";
import "./account.css";

/** The mails that a demo keeps instead of sending them. */
export default function MailboxPage() {
  const t = useText(text);
  useTitle(`${t("mailboxTitle")} · Onsale`);
  const mailbox = useQuery({
    queryKey: ["mailbox"],
    queryFn: ({ signal }) => call("/api/mailbox", "get", { signal }),
    refetchInterval: 3000,
  });
  const isMissing = isProblem(mailbox.error, "notification.no_mailbox");
  if (mailbox.isError && !isMissing) {
    return <ProblemPage error={mailbox.error} retry={() => void mailbox.refetch()} />;
  }
  return (
    <div className="wrap wrap-narrow account-mailbox">
      <h1 className="title-1">{t("mailboxTitle")}</h1>
      <p className="ink-2">{t(isMissing ? "mailboxNone" : "mailboxLead")}</p>
      {mailbox.data?.items.length === 0 ? <Notice>{t("mailboxEmpty")}</Notice> : null}
      {isMissing ? null : (
        <p>
          <button
            type="button"
            className="button button-line"
            onClick={() => void mailbox.refetch()}
          >
            {t("reload")}
          </button>
        </p>
      )}
      {mailbox.data?.items.map((mail) => (
        <article key={mail.id} className="inset account-mail" aria-label={mail.subject}>
          <h2 className="title-3">{mail.subject}</h2>
          <p className="small ink-3">
            {t("to", { address: mail.address })} · <span className="num">{showTime(mail.at)}</span>
          </p>
          <p className="account-mail-text">{withLinks(mail.text)}</p>
        </article>
      ))}
    </div>
  );
}

/** Addresses of our own pages stand alone on their line. */
function withLinks(words: string) {
  return words.split("\n").map((line, i) => (
    <Fragment key={i}>
      {/^\/[\w/#-]+$/.test(line) ? (
        <a className="link" href={line}>
          {line}
        </a>
      ) : (
        line
      )}
      {"\n"}
    </Fragment>
  ));
}
