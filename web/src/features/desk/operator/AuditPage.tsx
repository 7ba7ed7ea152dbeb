import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { clock, day } from "../../../lib/format";
import { Notice } from "../../../ui/Notice";
import { DeskLayout } from "../DeskLayout";
import { DeskList } from "../shell/DeskList";
import { OPERATORS } from "../shell/sections";
import { useListAddress } from "../shell/useListAddress";
import { text } from "./text";
import "./operator.css";

type Entry = Answer<"/api/admin/audit", "get">["items"][number];

const SIZE = 50;
const ACTIONS = ["queue.", "account.", "event.", "messages.", "integrity."] as const;

/** What staff did, the newest first, and whether nobody has changed the record of it. */
export default function AuditPage() {
  const t = useText(text);
  const address = useListAddress();
  const found = useQuery({
    queryKey: ["desk-audit", address.query, address.filter, address.page],
    queryFn: ({ signal }) =>
      call("/api/admin/audit", "get", {
        query: {
          subject: address.query,
          action: address.filter,
          page: address.page,
          size: SIZE,
        },
        signedIn: true,
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  const verify = useMutation({
    mutationFn: () => call("/api/admin/audit/verify", "post", { signedIn: true }),
  });
  return (
    <DeskLayout
      roles={OPERATORS}
      title={t("audit")}
      sub={t("auditLead")}
      actions={
        <button
          type="button"
          className="button"
          disabled={verify.isPending}
          onClick={() => verify.mutate()}
        >
          {t(verify.isPending ? "verifying" : "verify")}
        </button>
      }
    >
      <div role="status">
        {verify.data?.whole ? (
          <Notice tone="go">{t("whole", { n: verify.data.rows })}</Notice>
        ) : null}
      </div>
      {verify.data && !verify.data.whole ? (
        <Notice tone="stop" alert>
          <p>{t("notWhole", { n: verify.data.problems.length })}</p>
          <ul>
            {verify.data.problems.slice(0, 10).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {verify.isError ? (
        <Notice tone="stop" alert>
          {t("actionFailed")}
        </Notice>
      ) : null}
      <DeskList
        label={t("audit")}
        address={address}
        found={found}
        idOf={(entry) => String(entry.seq)}
        searchLabel={t("searchAudit")}
        filters={ACTIONS.map((value) => ({ value, label: t(value) }))}
        columns={[
          { title: t("when"), cell: (entry) => `${day(entry.at)} ${clock(entry.at)}` },
          { title: t("what"), cell: (entry) => <b>{entry.action}</b> },
          {
            title: t("subject"),
            cell: (entry) => <span className="operator-id">{entry.subject}</span>,
          },
          {
            title: t("who"),
            cell: (entry) => (
              <>
                <span className="operator-id">{entry.actorId}</span>
                <p className="caption ink-3">
                  {entry.roles.join(", ")} · {entry.address}
                </p>
              </>
            ),
          },
          { title: t("changes"), cell: (entry) => <Changes entry={entry} /> },
          { title: t("trace"), cell: (entry) => <span className="trace">{entry.traceId}</span> },
        ]}
        empty={<p>{t("noAudit")}</p>}
      />
    </DeskLayout>
  );
}

function Changes({ entry }: { entry: Entry }) {
  const t = useText(text);
  if (!entry.before && !entry.after) {
    return <>–</>;
  }
  return (
    <details className="operator-changes">
      <summary>{t("beforeAfter")}</summary>
      <pre>{entry.before ?? "–"}</pre>
      <pre>{entry.after ?? "–"}</pre>
    </details>
  );
}
