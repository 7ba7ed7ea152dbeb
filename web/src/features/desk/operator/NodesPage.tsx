import { useQuery } from "@tanstack/react-query";
import type { Answer } from "../../../api/answers";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { count, showTime } from "../../../lib/format";
import { Cue, type CueState } from "../../../ui/Cue";
import { DeskLayout } from "../DeskLayout";
import { DeskList } from "../shell/DeskList";
import { OPERATORS } from "../shell/sections";
import { useListAddress } from "../shell/useListAddress";
import { pageOf } from "./pageOf";
import { text } from "./text";
import "./operator.css";

type Node = Answer<"/api/admin/nodes", "get">["items"][number];

const CUES: Record<Node["state"], CueState> = {
  READY: "go",
  DEGRADED: "hurry",
  NOT_READY: "ring",
  SILENT: "stop",
};
const STATES = ["READY", "DEGRADED", "NOT_READY", "SILENT"] as const;

/** The processes of the platform and the servers that they need. */
export default function NodesPage() {
  const t = useText(text);
  const address = useListAddress();
  const found = useQuery({
    queryKey: ["desk-nodes"],
    queryFn: ({ signal }) => call("/api/admin/nodes", "get", { signedIn: true, signal }),
    refetchInterval: 2_000,
    select: ({ items }) => items,
  });
  const page = pageOf(
    found,
    address,
    (node) =>
      (address.filter === "" || node.state === address.filter) &&
      `${node.name} ${node.roles.join(" ")}`.includes(address.query),
  );
  return (
    <DeskLayout roles={OPERATORS} title={t("nodes")} sub={t("nodesLead")}>
      <DeskList
        label={t("nodes")}
        address={address}
        found={page}
        idOf={(node) => node.node}
        searchLabel={t("searchNodes")}
        filters={STATES.map((value) => ({ value, label: t(value) }))}
        columns={[
          { title: t("node"), cell: (node) => <b>{node.name}</b> },
          {
            title: t("state"),
            cell: (node) => (
              <span className="operator-state">
                <Cue state={CUES[node.state]} />
                {t(node.state)}
                {node.state === "SILENT"
                  ? ` · ${t("secondsAgo", { n: Math.round(node.ageMillis / 1_000) })}`
                  : null}
              </span>
            ),
          },
          {
            title: t("servers"),
            cell: (node) => (
              <ul className="operator-servers">
                {node.servers.map((server) => (
                  <li key={server.name}>
                    <Cue state={server.up ? "go" : "stop"} />
                    {server.name} {server.up ? `${server.millis} ms` : t("away")}
                  </li>
                ))}
              </ul>
            ),
          },
          { title: t("roles"), cell: (node) => node.roles.join(", ") },
          {
            title: t("requests"),
            isNumber: true,
            cell: (node) => count(Math.round(sum(node, "count") / 10)),
          },
          { title: t("failed"), isNumber: true, cell: (node) => count(sum(node, "failed")) },
          { title: "CPU", isNumber: true, cell: (node) => `${Math.round(node.cpuPercent)} %` },
          {
            title: t("memory"),
            isNumber: true,
            cell: (node) =>
              `${count(Math.round(node.heapUsedBytes / 1_048_576))} / ${count(
                Math.round(node.heapMaxBytes / 1_048_576),
              )} MiB`,
          },
          { title: t("started"), cell: (node) => showTime(node.startedAt) },
          { title: t("version"), cell: (node) => node.version },
        ]}
        empty={<p>{t("noNodes")}</p>}
      />
    </DeskLayout>
  );
}

function sum(node: Node, what: "count" | "failed"): number {
  return node.kinds.reduce((all, kind) => all + kind[what], 0);
}
