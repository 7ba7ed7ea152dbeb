import { useText } from "../../../../i18n/useText";
import { Field } from "../../../../ui/Field";
import { NumberField } from "./Inputs";
import type { Hall, HallZone } from "./layout";
import { text } from "./text";

/** What can be said of one standing zone. */
export function ZonePanel(props: {
  hall: Hall;
  zone: number;
  isReadOnly: boolean;
  onEdit: (hall: Hall, what?: string) => void;
  onGone: () => void;
}) {
  const t = useText(text);
  const { hall, zone: index, isReadOnly } = props;
  const zone = hall.zones[index]!;
  const set = (change: Partial<HallZone>, what: string) =>
    props.onEdit(
      {
        ...hall,
        zones: hall.zones.map((one, i) => (i === index ? without({ ...one, ...change }) : one)),
      },
      `zone ${what} ${index}`,
    );
  return (
    <>
      <h2 className="title-3">{zone.zoneId}</h2>
      <div className="hall-fields">
        <Field
          label={t("zoneName")}
          value={zone.zoneId}
          maxLength={20}
          disabled={isReadOnly}
          onChange={(event) => set({ zoneId: event.currentTarget.value }, "name")}
        />
        <Field
          label={t("floor")}
          value={zone.floor}
          maxLength={20}
          disabled={isReadOnly}
          onChange={(event) => set({ floor: event.currentTarget.value }, "floor")}
        />
        <Field
          label={t("grade")}
          value={zone.grade}
          maxLength={20}
          disabled={isReadOnly}
          onChange={(event) => set({ grade: event.currentTarget.value }, "grade")}
        />
        <NumberField
          label={t("capacity")}
          value={zone.capacity}
          disabled={isReadOnly}
          onChange={(capacity) => set({ capacity: capacity ?? 0 }, "capacity")}
        />
        <NumberField
          label={t("x")}
          step={0.5}
          value={zone.x}
          disabled={isReadOnly}
          onChange={(x) => set({ x: x as never }, "x")}
        />
        <NumberField
          label={t("y")}
          step={0.5}
          value={zone.y}
          disabled={isReadOnly}
          onChange={(y) => set({ y: y as never }, "y")}
        />
      </div>
      {isReadOnly ? null : (
        <button
          type="button"
          className="button button-small"
          onClick={() => {
            props.onGone();
            props.onEdit({ ...hall, zones: hall.zones.filter((_, i) => i !== index) });
          }}
        >
          {t("remove")}
        </button>
      )}
    </>
  );
}

function without(zone: HallZone): HallZone {
  return Object.fromEntries(
    Object.entries(zone).filter(([, value]) => value !== undefined),
  ) as unknown as HallZone;
}
