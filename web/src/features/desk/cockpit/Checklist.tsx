import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { Cue, type CueState } from "../../../ui/Cue";
import { Notice } from "../../../ui/Notice";
import { text } from "./text";

const CUES = { GOOD: "go", WARNING: "hurry", BAD: "stop" } as const satisfies Record<
  string,
  CueState
>;

/** What is looked at before a sale begins, each with a word and what to do. */
export function Checklist({ scheduleId }: { scheduleId: string }) {
  const t = useText(text);
  const found = useQuery({
    queryKey: ["desk-checklist", scheduleId],
    queryFn: ({ signal }) =>
      call("/api/admin/sales/{scheduleId}/checklist", "get", {
        path: { scheduleId },
        signedIn: true,
        signal,
      }),
    refetchInterval: 15_000,
  });
  return (
    <section className="card office-card" aria-labelledby="checklist">
      <div className="row">
        <h2 id="checklist" className="title-3 grow">
          {t("checklist")}
        </h2>
        <button
          type="button"
          className="button button-small"
          onClick={() => void found.refetch()}
          disabled={found.isFetching}
        >
          {t("lookAgain")}
        </button>
      </div>
      {found.isError && !found.data ? (
        <Notice tone="stop" alert>
          {t("checklistFailed")}
        </Notice>
      ) : null}
      <ul className="lines">
        {found.data?.items.map(({ subject, state, count, of }) => (
          <li key={subject} className="cockpit-check">
            <Cue state={CUES[state]} />
            <div className="grow">
              <p className="cockpit-label">
                {t(subject)} · {t(state)}
              </p>
              {state === "GOOD" ? null : (
                <p className="caption ink-2">{t(`${subject}_HELP` as "NODES_HELP")}</p>
              )}
            </div>
            {subject === "REHEARSED" ? null : (
              <span className="caption ink-3 num">
                {count} / {of}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
