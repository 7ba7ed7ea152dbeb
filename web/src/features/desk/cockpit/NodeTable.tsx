import { useText } from "../../../i18n/useText";
import { count } from "../../../lib/format";
import { Cue, type CueState } from "../../../ui/Cue";
import type { Figures } from "./saleFeed";
import { text } from "./text";

type Node = Figures["nodes"][number];

const SILENT_MILLIS = 5_000;

/** The processes of the platform and the servers they need; each light has a word beside it. */
export function NodeTable({ nodes }: { nodes: Figures["nodes"] }) {
  const t = useText(text);
  return (
    <section className="card cockpit-table-card" aria-labelledby="nodes">
      <h2 id="nodes" className="title-3">
        {t("nodesTitle")}
      </h2>
      <div className="cockpit-scroll" tabIndex={0} role="group" aria-labelledby="nodes">
        <table className="cockpit-table">
          <thead>
            <tr>
              <th scope="col">{t("node")}</th>
              <th scope="col">{t("state")}</th>
              <th scope="col">{t("requests")}</th>
              <th scope="col">{t("failed")}</th>
              <th scope="col">p95</th>
              <th scope="col">CPU</th>
              <th scope="col">{t("memory")}</th>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node, i) => (
              <tr key={`${node.name} ${i}`}>
                <th scope="row">{node.name}</th>
                <td>
                  <span className="cockpit-state">
                    <Cue state={cueOf(node)} />
                    {stateOf(node, t)}
                  </span>
                </td>
                <td>{count(Math.round(node.requests / 10))}</td>
                <td>{count(node.failed)}</td>
                <td>{count(node.p95Millis)} ms</td>
                <td>{Math.round(node.cpuPercent)} %</td>
                <td>{Math.round((100 * node.heapUsedBytes) / Math.max(1, node.heapMaxBytes))} %</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function away(node: Node): string[] {
  return node.servers.filter((server) => !server.up).map((server) => server.name);
}

function cueOf(node: Node): CueState {
  if (node.ageMillis > SILENT_MILLIS || !node.ready) return "stop";
  return away(node).length > 0 ? "hurry" : "go";
}

function stateOf(node: Node, t: typeof text): string {
  if (node.ageMillis > SILENT_MILLIS) {
    return t("silent", { n: Math.round(node.ageMillis / 1_000) });
  }
  if (!node.ready) return t("notReady");
  const missing = away(node);
  return missing.length > 0 ? t("without", { what: missing.join(", ") }) : t("ready");
}
