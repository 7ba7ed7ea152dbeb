import { useQuery } from "@tanstack/react-query";
import { call } from "../../../api/client";
import { useText } from "../../../i18n/useText";
import { clock } from "../../../lib/format";
import { changesOf } from "./changes";
import { text } from "./text";

const SHOWN = 8;
const NAMES = [
  "admitPerSecond",
  "maxActive",
  "capacity",
  "paused",
  "draining",
  "followLoad",
  "noticeKo",
  "noticeEn",
] as const;

/** What operators have changed lately, so that nobody is overruled without noticing. */
export function Happened({ scheduleId }: { scheduleId: string }) {
  const t = useText(text);
  const found = useQuery({
    queryKey: ["desk-happened", scheduleId],
    queryFn: ({ signal }) =>
      call("/api/admin/audit", "get", {
        query: { subject: scheduleId, action: "queue.", page: 0, size: SHOWN },
        signedIn: true,
        signal,
      }),
    refetchInterval: 3_000,
  });
  const items = found.data?.items ?? [];
  return (
    <section className="card office-card" aria-labelledby="happened">
      <h2 id="happened" className="title-3">
        {t("happened")}
      </h2>
      {found.data && items.length === 0 ? (
        <p className="small ink-3">{t("nothingHappened")}</p>
      ) : null}
      <ul className="lines">
        {items.map(({ seq, at, before, after, roles }) => (
          <li key={seq} className="cockpit-check">
            <time className="caption ink-3">{clock(at)}</time>
            <p className="small grow">
              {changesOf(before, after)
                .map(({ key, from, to }) => `${t(nameOf(key))} ${from} → ${to}`)
                .join(", ") || t("nothingNew")}{" "}
              <span className="ink-3">({roles.join(", ")})</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf(key: string): Parameters<typeof text>[0] {
  const known = NAMES.find((one) => one === key);
  if (known === undefined) return "state";
  if (known === "paused") return "pausedName";
  if (known === "draining") return "drain";
  return known;
}
