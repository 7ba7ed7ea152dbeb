import { useText } from "../../i18n/useText";
import { count, day } from "../../lib/format";
import { Icon } from "../../ui/Icon";
import { text } from "./text";
import { usePoints } from "./usePoints";

/** What a fan can spend, what is still to come, and what expires first. */
export function PointsRow() {
  const t = useText(text);
  const points = usePoints().data;
  if (!points) {
    return null;
  }
  const next = points.nextExpiry;
  return (
    <li>
      <Icon name="card" />
      <span className="grow">
        <b>{t("points")}</b>
        <span className="small ink-3 num">
          {t("pointsPending", { n: count(points.pending) })}
          {next ? ` ${t("pointsExpiry", { n: count(next.points), day: day(next.at) })}` : ""}
        </span>
      </span>
      <span className="ink-2 num">{t("pointsNow", { n: count(points.spendable) })}</span>
    </li>
  );
}
