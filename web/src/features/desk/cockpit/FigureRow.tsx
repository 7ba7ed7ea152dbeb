import type { ReactNode } from "react";
import { useText } from "../../../i18n/useText";
import { count, money } from "../../../lib/format";
import type { Figures } from "./saleFeed";
import { text } from "./text";

/** Six figures that change in place. */
export function FigureRow({ figures, isStale }: { figures: Figures | null; isStale: boolean }) {
  const t = useText(text);
  const line = figures?.line;
  const settings = figures?.settings;
  const requests = figures?.requests;
  const share = requests && requests.count > 0 ? (100 * requests.failed) / requests.count : 0;
  const isFull = Boolean(settings && line && line.active >= settings.maxActive);
  return (
    <dl className={isStale ? "cockpit-figures is-stale" : "cockpit-figures"}>
      <Figure
        name={t("waiting")}
        value={line ? count(line.waiting) : "–"}
        detail={line ? t("called", { n: count(line.called) }) : t("nobodyWaits")}
      />
      <Figure
        name={t("inside")}
        value={figures ? count(figures.inside) : "–"}
        of={settings ? count(settings.maxActive) : undefined}
        detail={isFull ? <span className="cockpit-warn">{t("limitReached")}</span> : t("noLimit")}
      />
      <Figure
        name={t("admitted")}
        value={line ? line.admittedPerSecond.toFixed(1) : "–"}
        of={settings ? count(settings.admitPerSecond) : undefined}
        detail={
          line && line.pacePercent < 100 ? t("pace", { n: line.pacePercent }) : t("perSecond")
        }
      />
      <Figure
        name={t("sold")}
        value={figures ? count(figures.sold) : "–"}
        of={figures ? count(figures.seats) : undefined}
        detail={figures ? t("heldNow", { n: count(figures.held) }) : ""}
      />
      <Figure
        name={t("revenue")}
        value={figures ? money(figures.revenueWon) : "–"}
        detail={t("revenueDetail")}
      />
      <Figure
        name={t("errors")}
        value={requests ? share.toFixed(2) : "–"}
        of="%"
        detail={
          requests ? (
            <span className={requests.failed > 0 ? "cockpit-bad" : "cockpit-good"}>
              {t("slowest", { n: requests.holdMillis, m: requests.payMillis })}
            </span>
          ) : (
            ""
          )
        }
      />
    </dl>
  );
}

function Figure(props: {
  name: string;
  value: string;
  of?: string | undefined;
  detail: ReactNode;
}) {
  const { of } = props;
  return (
    <div>
      <dt>{props.name}</dt>
      <dd className="num">
        <span className="cockpit-value">{props.value}</span>
        {of ? <small> {of === "%" ? of : `/ ${of}`}</small> : null}
        <p className="num">{props.detail}</p>
      </dd>
    </div>
  );
}
