import { useQuery } from "@tanstack/react-query";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { clock, day } from "../../../lib/format";
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

/** The periodic work of all contexts: those that fail first. */
export default function JobsPage() {
  const t = useText(text);
  const address = useListAddress();
  const found = useQuery({
    queryKey: ["desk-jobs"],
    queryFn: ({ signal }) =>
      call("/api/admin/jobs", "get", { query: { page: 0, size: SIZE }, signedIn: true, signal }),
    refetchInterval: 5_000,
    // Those that fail first: they are what somebody looks for.
    select: ({ items }) => [...items].sort((a, b) => b.failures - a.failures),
  });
  const fits = (job: Job) =>
    (address.filter === "" || job.failures > 0) &&
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
                <Cue state={job.failures > 0 ? "stop" : job.running ? "go" : "ring"} />
                {job.failures > 0
                  ? t("failsSince", { n: job.failures })
                  : t(job.running ? "jobRuns" : "jobRests")}
              </span>
            ),
          },
          { title: t("lastRun"), cell: (job) => `${day(job.startedAt)} ${clock(job.startedAt)}` },
          { title: t("nextRun"), cell: (job) => `${day(job.dueAt)} ${clock(job.dueAt)}` },
        ]}
        empty={<p>{t("noJobs")}</p>}
      />
    </DeskLayout>
  );
}
