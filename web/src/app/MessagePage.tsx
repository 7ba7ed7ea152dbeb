import type { ReactNode } from "react";
import { Link } from "wouter";
import { useText } from "../i18n/useText";
import { isProblem, Problem } from "../api/problem";
import { Icon } from "../ui/Icon";
import type { IconName } from "../ui/icons";
import { text } from "./text";

/** One sentence and what to do next. */
export function MessagePage(props: {
  icon: IconName;
  title: string;
  detail: string;
  traceId?: string | null;
  children?: ReactNode;
}) {
  const t = useText(text);
  return (
    <div className="wrap message-page" role="alert">
      <Icon name={props.icon} size={32} />
      <h1 className="title-1">{props.title}</h1>
      <p className="ink-2">{props.detail}</p>
      <div className="row">{props.children}</div>
      {props.traceId ? <p className="trace">{t("trace", { id: props.traceId })}</p> : null}
    </div>
  );
}

export function NotFoundPage() {
  const t = useText(text);
  return (
    <MessagePage icon="search" title={t("notFoundTitle")} detail={t("notFound")}>
      <Link className="button button-primary" href="/">
        {t("toShows")}
      </Link>
    </MessagePage>
  );
}

/** Why a page's data did not come, and the next step. */
export function ProblemPage({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useText(text);
  if (isProblem(error) && error.status === 404) {
    return <NotFoundPage />;
  }
  const [icon, title, detail] = reason(error);
  return (
    <MessagePage
      icon={icon}
      title={t(title)}
      detail={t(detail)}
      traceId={isProblem(error) ? error.traceId : null}
    >
      <button type="button" className="button button-primary" onClick={retry}>
        {t("retry")}
      </button>
      <Link className="button" href={isProblem(error) && error.isOffline ? "/tickets" : "/"}>
        {isProblem(error) && error.isOffline ? t("toTickets") : t("toShows")}
      </Link>
    </MessagePage>
  );
}

type Key = Parameters<typeof text>[0];

function reason(error: unknown): [IconName, Key, Key] {
  if (!(error instanceof Problem)) {
    return ["alert", "failedTitle", "failed"];
  }
  if (error.isOffline) {
    return ["offline", "offlineTitle", "offlinePage"];
  }
  if (error.status === 429) {
    return ["clock", "busyTitle", "busy"];
  }
  return error.status >= 500
    ? ["clock", "maintenanceTitle", "maintenance"]
    : ["alert", "refusedTitle", "refused"];
}
