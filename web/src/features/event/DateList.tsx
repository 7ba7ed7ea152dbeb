import { useText } from "../../i18n/useText";
import { day, timeOfDay } from "../../lib/format";
import { phaseOf, type Schedule } from "./sale";
import { text } from "./text";

/** Few dates need no calendar. */
export function DateList(props: {
  schedules: Schedule[];
  chosen: Schedule;
  now: number;
  onChoose: (schedule: Schedule) => void;
}) {
  const t = useText(text);
  return (
    <ul className="date-list">
      {props.schedules.map((one) => {
        const phase = phaseOf(one, props.now);
        return (
          <li key={one.id}>
            <button
              type="button"
              aria-pressed={one.id === props.chosen.id}
              onClick={() => props.onChoose(one)}
            >
              <b>{day(one.startsAt, props.now)}</b>
              <span className="num">{timeOfDay(one.startsAt)}</span>
              {phase === "soldOut" ? <span className="badge">{t("soldOut")}</span> : null}
              {phase === "cancelled" || phase === "over" ? (
                <span className="badge">{t("legendOver")}</span>
              ) : null}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
