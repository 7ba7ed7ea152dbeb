import { useText } from "../../../../i18n/useText";
import { count, floorName } from "../../../../lib/format";
import { Icon } from "../../../../ui/Icon";
import { type Hall, seatsOfSection } from "./layout";
import { text } from "./text";

export type Picked = { kind: "section" | "zone"; index: number } | null;

/** Floors with their sections and standing zones; the same as the map, for every hand and eye. */
export function Tree(props: {
  hall: Hall;
  picked: Picked;
  isReadOnly: boolean;
  onPick: (picked: Picked) => void;
  onAddSection: () => void;
  onAddZone: () => void;
}) {
  const t = useText(text);
  const { hall, picked } = props;
  const floors = [...new Set(hall.sections.map((one) => one.floor))];
  return (
    <nav className="card hall-tree" aria-label={t("parts")}>
      {floors.map((floor) => {
        const members = hall.sections.flatMap((one, i) => (one.floor === floor ? [i] : []));
        const seats = members.reduce((sum, i) => sum + seatsOfSection(hall.sections[i]!), 0);
        return (
          <div key={floor}>
            <p className="caption ink-3 hall-tree-floor num">
              {floorName(floor)} <span>{count(seats)}</span>
            </p>
            {members.map((i) => (
              <Entry
                key={i}
                label={hall.sections[i]!.sectionId}
                seats={seatsOfSection(hall.sections[i]!)}
                isCurrent={picked?.kind === "section" && picked.index === i}
                onClick={() => props.onPick({ kind: "section", index: i })}
              />
            ))}
          </div>
        );
      })}
      {hall.zones.length > 0 ? (
        <div>
          <p className="caption ink-3 hall-tree-floor">{t("standing")}</p>
          {hall.zones.map((zone, i) => (
            <Entry
              key={i}
              label={zone.zoneId}
              seats={zone.capacity}
              isCurrent={picked?.kind === "zone" && picked.index === i}
              onClick={() => props.onPick({ kind: "zone", index: i })}
            />
          ))}
        </div>
      ) : null}
      {props.isReadOnly ? null : (
        <div className="hall-tree-add">
          <button type="button" className="hall-entry" onClick={props.onAddSection}>
            <Icon name="plus" size={20} />
            {t("addSection")}
          </button>
          <button type="button" className="hall-entry" onClick={props.onAddZone}>
            <Icon name="plus" size={20} />
            {t("addZone")}
          </button>
        </div>
      )}
    </nav>
  );
}

function Entry(props: { label: string; seats: number; isCurrent: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      className="hall-entry"
      aria-current={props.isCurrent ? "true" : undefined}
      onClick={props.onClick}
    >
      <Icon name="seats" size={20} />
      <span className="grow">{props.label}</span>
      <span className="num ink-3 small">{count(props.seats)}</span>
    </button>
  );
}
