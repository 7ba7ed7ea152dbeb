import { useText } from "../../i18n/useText";
import { money } from "../../lib/format";
import { GradeMark } from "../../ui/GradeMark";
import { Icon } from "../../ui/Icon";
import { countOf } from "./selection";
import { text } from "./text";
import type { Choice } from "./useChoice";
import type { LiveHall } from "./useHall";

interface Props {
  live: LiveHall;
  zone: number;
  places: number;
  choice: Choice;
}

/** How many places of a standing zone. */
export function ZoneCounter({ live, zone, places, choice }: Props) {
  const t = useText(text);
  const { name, grade, index } = live.hall.plan.zones[zone]!;
  const free = live.hall.counts.byZone[index] ?? 0;
  const canAdd = countOf(choice.selection) < choice.max && places < free;
  return (
    <li className="tray-line tray-zone">
      <GradeMark look={live.hall.looks[grade] ?? 6} />
      <span className="tray-name">
        {name}
        <span className="caption ink-3 num"> {t("zoneFree", { n: free })}</span>
      </span>
      <span className="num ink-2">
        {money((live.hall.prices[grade] ?? 0) * Math.max(1, places))}
      </span>
      <span className="stepper" role="group" aria-label={t("zoneCount", { zone: name })}>
        <button
          type="button"
          aria-label={t("fewer", { zone: name })}
          aria-disabled={places === 0}
          onClick={() => choice.setZone(zone, places - 1)}
        >
          <Icon name="minus" size={20} />
        </button>
        <b className="num" role="status">
          {places}
        </b>
        <button
          type="button"
          aria-label={t("more", { zone: name })}
          aria-disabled={!canAdd}
          onClick={() => {
            if (canAdd) choice.setZone(zone, places + 1);
            else choice.setSaid({ words: t("tooMany", { max: choice.max }), isWarning: true });
          }}
        >
          <Icon name="plus" size={20} />
        </button>
      </span>
    </li>
  );
}
