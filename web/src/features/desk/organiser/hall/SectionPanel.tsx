import { useText } from "../../../../i18n/useText";
import { count } from "../../../../lib/format";
import { Field } from "../../../../ui/Field";
import { duplicateSection, removeSection, withRule, withSection } from "./edit";
import { NumberField } from "./Inputs";
import { type HallSection, numbersOf, seatsOfSection } from "./layout";
import { RowTable, type RowTableProps } from "./RowTable";
import { text } from "./text";

/** What can be said of one section, and its rows. */
export function SectionPanel(props: RowTableProps & { onGone: () => void }) {
  const t = useText(text);
  const { hall, section: index, isReadOnly, onEdit } = props;
  const section = hall.sections[index]!;
  const set = (change: Partial<HallSection>, what: string) =>
    onEdit(withSection(hall, index, change), `${what} ${index}`);
  return (
    <>
      <div className="hall-panel-head">
        <h2 className="title-3 grow">
          {section.floor} {section.sectionId}
        </h2>
        <p className="small ink-3 num">
          {t("rowSummary", { rows: section.rows.length, seats: count(seatsOfSection(section)) })}
        </p>
      </div>
      <div className="hall-fields">
        <Field
          label={t("floor")}
          value={section.floor}
          maxLength={20}
          disabled={isReadOnly}
          onChange={(event) => set({ floor: event.currentTarget.value }, "floor")}
        />
        <Field
          label={t("sectionName")}
          value={section.sectionId}
          maxLength={20}
          disabled={isReadOnly}
          onChange={(event) => set({ sectionId: event.currentTarget.value }, "name")}
        />
        <Field
          label={t("grade")}
          hint={t("gradeHint")}
          value={section.grade ?? ""}
          maxLength={20}
          disabled={isReadOnly}
          onChange={({ currentTarget: { value } }) =>
            set({ grade: value === "" ? (undefined as never) : value }, "grade")
          }
        />
        <NumberField
          label={t("curve")}
          hint={t("curveHint")}
          step={0.5}
          value={section.curve}
          disabled={isReadOnly}
          onChange={(curve) => set({ curve: curve as never }, "curve")}
        />
        <NumberField
          label={t("x")}
          step={0.5}
          value={section.x}
          disabled={isReadOnly}
          onChange={(x) => set({ x: x as never }, "x")}
        />
        <NumberField
          label={t("y")}
          step={0.5}
          value={section.y}
          disabled={isReadOnly}
          onChange={(y) => set({ y: y as never }, "y")}
        />
      </div>
      <RowTable key={index} {...props} />
      <Best {...props} />
      {isReadOnly ? null : (
        <div className="hall-inline">
          <button
            type="button"
            className="button button-small"
            onClick={() => onEdit(duplicateSection(hall, index))}
          >
            {t("duplicate")}
          </button>
          <button
            type="button"
            className="button button-small"
            onClick={() => {
              props.onGone();
              onEdit(removeSection(hall, index));
            }}
          >
            {t("remove")}
          </button>
        </div>
      )}
    </>
  );
}

const TYPES = { low: "bestLow", middle: "bestMiddle", high: "bestHigh" } as const;

/** Which numbers are proposed first. */
function Best({ hall, section: index, isReadOnly, onEdit }: RowTableProps) {
  const t = useText(text);
  const section = hall.sections[index]!;
  const rule = hall.sectionConfig?.[section.floor]?.[section.sectionId];
  const set = (centerType: string) => {
    const numbers = section.rows
      .filter((row) => !row.seats && row.rowId !== "OP")
      .flatMap(numbersOf);
    const { specialRows } = rule ?? {};
    onEdit(
      withRule(hall, section, {
        min: numbers.reduce((least, one) => Math.min(least, one), numbers[0] ?? 1),
        max: numbers.reduce((most, one) => Math.max(most, one), numbers[0] ?? 1),
        centerType,
        ...(specialRows ? { specialRows } : {}),
      }),
    );
  };
  return (
    <div className="stack hall-best">
      <p className="small" id="hall-best">
        <b>{t("best")}</b>
      </p>
      <div className="segments" role="group" aria-labelledby="hall-best">
        {Object.entries(TYPES).map(([type, key]) => (
          <button
            key={type}
            type="button"
            aria-pressed={rule?.centerType === type}
            disabled={isReadOnly}
            onClick={() => set(type)}
          >
            {t(key)}
          </button>
        ))}
      </div>
      {rule ? null : <p className="caption ink-3">{t("bestNone")}</p>}
    </div>
  );
}
