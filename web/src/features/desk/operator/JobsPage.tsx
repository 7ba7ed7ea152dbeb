import { useQuery } from "@tanstack/react-query";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { clock, count, day } from "../../../lib/format";
import { Cue } from "../../../ui/Cue";
import { DeskLayout } from "../DeskLayout";
import { DeskList } from "../shell/DeskList";
import { OPERATORS } from "../shell/sections";
import { useListAddress } from "../shell/useListAddress";
import { pageOf } from "./pageOf";
import { text } from "./text";
import "./operator.css";

type Job = Answer<"/api/admin/jobs", "get">["items"][number];

const SIZE = 100;

const CUES = {
  failsSince: "stop",
  jobLate: "hurry",
  jobRuns: "go",
  jobRests: "ring",
} as const;

function stateOf(job: Job): keyof typeof CUES {
  if (job.failures > 0) {
    return "failsSince";
  }
  if (job.late) {
    return "jobLate";
  }
  return job.running ? "jobRuns" : "jobRests";
}

/** The periodic work of all contexts: those that fail or are late first. */
export default function JobsPage() {
  const t = useText(text);
  const address = useListAddress();
  const found = useQuery({
    queryKey: ["desk-jobs"],
    queryFn: ({ signal }) =>
      call("/api/admin/jobs", "get", { query: { page: 0, size: SIZE }, signedIn: true, signal }),
    refetchInterval: 5_000,
    // Those that fail or are late first: they are what somebody looks for.
    select: ({ items }) =>
      [...items].sort((a, b) => b.failures - a.failures || Number(b.late) - Number(a.late)),
  });
  const fits = (job: Job) =>
    (address.filter === "" || job.failures > 0 || job.late) &&
    `${job.job} ${job.context}`.includes(address.query.toLowerCase());
  return (
    <DeskLayout roles={OPERATORS} title={t("jobs")} sub={t("jobsLead")}>
      <DeskList
        label={t("jobs")}
        address={address}
        found={pageOf(found, address, fits)}
        idOf={(job) => `${job.context} ${job.job}`}
        searchLabel={t("searchJobs")}
        filters={[{ value: "failing", label: t("failing") }]}
        columns={[
          { title: t("job"), cell: (job) => <b>{job.job}</b> },
          { title: t("context"), cell: (job) => job.context },
          {
            title: t("state"),
            cell: (job) => (
              <span className="operator-state">
                <Cue state={CUES[stateOf(job)]} />
                {t(stateOf(job), { n: job.failures })}
                {job.lastError == null ? null : (
                  <span className="caption ink-3">{job.lastError}</span>
                )}
              </span>
            ),
          },
          { title: t("lastRun"), cell: (job) => `${day(job.startedAt)} ${clock(job.startedAt)}` },
          {
            title: t("took"),
            isNumber: true,
            cell: (job) =>
              job.tookMillis == null ? "" : t("milliseconds", { n: count(job.tookMillis) }),
          },
          {
            title: t("backlog"),
            isNumber: true,
            cell: (job) => (job.backlog == null ? "" : count(job.backlog)),
          },
          { title: t("nextRun"), cell: (job) => `${day(job.dueAt)} ${clock(job.dueAt)}` },
        ]}
        empty={<p>{t("noJobs")}</p>}
      />
    </DeskLayout>
  );
}
