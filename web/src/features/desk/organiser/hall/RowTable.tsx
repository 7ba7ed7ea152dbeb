import { useState } from "react";
import { useText } from "../../../../i18n/useText";
import {
  addPitRow,
  addRows,
  counted,
  directionOf,
  parseNumbers,
  withRow,
  withRows,
  withSection,
  writeNumbers,
} from "./edit";
import { Cell } from "./Inputs";
import type { Hall, HallRow } from "./layout";
import { text } from "./text";

export interface RowTableProps {
  hall: Hall;
  section: number;
  isReadOnly: boolean;
  faultyRows: ReadonlySet<number>;
  /** @param what names the edit, so that typing in one field is one step of undo */
  onEdit: (hall: Hall, what?: string) => void;
}

const readWhole = (typed: string) => (/^-?\d{1,6}$/.test(typed.trim()) ? Number(typed) : null);
const readText = (typed: string) => typed.trim();

/** The rows of a section as a table; several that are ticked change together. */
export function RowTable(props: RowTableProps) {
  const t = useText(text);
  const { hall, section, isReadOnly, onEdit } = props;
  const rows = hall.sections[section]!.rows;
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [more, setMore] = useState(1);
  const chosen = new Set([...ticked].filter((i) => i < rows.length));
  const tick = (i: number) => {
    const next = new Set(chosen);
    if (!next.delete(i)) next.add(i);
    setTicked(next);
  };
  return (
    <>
      <div className="hall-rows-box">
        <table className="hall-rows">
          <thead>
            <tr>
              <th>
                <input
                  type="checkbox"
                  aria-label={t("allRows")}
                  checked={rows.length > 0 && chosen.size === rows.length}
                  onChange={() =>
                    setTicked(chosen.size === rows.length ? new Set() : new Set(rows.keys()))
                  }
                />
              </th>
              <th scope="col">{t("row")}</th>
              <th scope="col">{t("grade")}</th>
              <th scope="col">{t("length")}</th>
              <th scope="col">{t("first")}</th>
              <th scope="col">{t("from")}</th>
              <th scope="col">{t("gaps")}</th>
              <th scope="col">{t("accessible")}</th>
              <th scope="col">{t("viewRestricted")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, i) => (
              <Row
                key={i}
                row={row}
                index={i}
                isTicked={chosen.has(i)}
                isFaulty={props.faultyRows.has(i)}
                isReadOnly={isReadOnly}
                sectionGrade={hall.sections[section]!.grade}
                onTick={() => tick(i)}
                onChange={(change, what) => onEdit(withRow(hall, section, i, change), what)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {isReadOnly ? null : (
        <>
          {chosen.size > 0 ? (
            <Together
              n={chosen.size}
              onApply={(change) => onEdit(withRows(hall, section, chosen, change))}
              onRemove={() => {
                onEdit(withSection(hall, section, { rows: rows.filter((_, i) => !chosen.has(i)) }));
                setTicked(new Set());
              }}
            />
          ) : null}
          <div className="hall-inline">
            <label className="caption" htmlFor="hall-more">
              {t("rowCount")}
            </label>
            <input
              id="hall-more"
              className="hall-cell hall-cell-short num"
              type="number"
              min={1}
              max={100}
              value={more}
              onChange={(event) =>
                setMore(Math.min(100, Math.max(1, event.currentTarget.valueAsNumber || 1)))
              }
            />
            <button
              type="button"
              className="button button-small"
              onClick={() => onEdit(addRows(hall, section, more))}
            >
              {t("addRows")}
            </button>
            <button
              type="button"
              className="button button-small"
              disabled={rows.some((row) => row.rowId === "OP")}
              onClick={() => onEdit(addPitRow(hall, section))}
            >
              {t("addPit")}
            </button>
          </div>
        </>
      )}
    </>
  );
}

function Row(props: {
  row: HallRow;
  index: number;
  isTicked: boolean;
  isFaulty: boolean;
  isReadOnly: boolean;
  sectionGrade: string | undefined;
  onTick: () => void;
  onChange: (change: Partial<HallRow>, what?: string) => void;
}) {
  const t = useText(text);
  const { row, onChange, isReadOnly } = props;
  const label = (name: string) => `${row.rowId} ${name}`;
  const isNamed = row.seats !== undefined;
  const numbers = (key: "gaps" | "accessible" | "viewRestricted") => (
    <td>
      {isNamed ? (
        "–"
      ) : (
        <Cell
          label={label(t(key))}
          value={row[key] ?? []}
          write={writeNumbers}
          read={parseNumbers}
          disabled={isReadOnly}
          onChange={(value) => onChange({ [key]: value })}
        />
      )}
    </td>
  );
  return (
    <tr className={props.isFaulty ? "hall-row-wrong" : undefined}>
      <td>
        <input
          type="checkbox"
          aria-label={t("pickRow", { row: row.rowId })}
          checked={props.isTicked}
          onChange={props.onTick}
        />
      </td>
      <td>
        <Cell
          label={label(t("row"))}
          value={row.rowId}
          write={String}
          read={readText}
          disabled={isReadOnly}
          className="hall-cell-short"
          onChange={(rowId) => onChange({ rowId })}
        />
      </td>
      <td>
        <Cell
          label={label(t("grade"))}
          value={row.grade ?? props.sectionGrade ?? ""}
          write={String}
          read={readText}
          disabled={isReadOnly}
          className="hall-cell-short"
          onChange={(grade) => onChange({ grade: grade === "" ? (undefined as never) : grade })}
        />
      </td>
      <td>
        {isNamed ? (
          <span title={t("namedRow")}>{row.seats!.length}</span>
        ) : (
          <Cell
            label={label(t("length"))}
            value={row.length ?? 0}
            write={String}
            read={readWhole}
            disabled={isReadOnly}
            className="hall-cell-short"
            onChange={(length) => onChange({ length })}
          />
        )}
      </td>
      <td>
        {isNamed ? (
          "–"
        ) : (
          <Cell
            label={label(t("first"))}
            value={row.firstNumber ?? 1}
            write={String}
            read={readWhole}
            disabled={isReadOnly}
            className="hall-cell-short"
            onChange={(firstNumber) => onChange({ firstNumber })}
          />
        )}
      </td>
      <td>
        {isNamed ? (
          "–"
        ) : (
          <select
            className="hall-cell"
            aria-label={label(t("from"))}
            value={directionOf(row)}
            disabled={isReadOnly}
            onChange={(event) =>
              onChange(counted(row, event.currentTarget.value as "left" | "right"))
            }
          >
            <option value="left">{t("fromLeft")}</option>
            <option value="right">{t("fromRight")}</option>
          </select>
        )}
      </td>
      {numbers("gaps")}
      {numbers("accessible")}
      {numbers("viewRestricted")}
    </tr>
  );
}

/** One change for all ticked rows. Fields that are left empty change nothing. */
function Together(props: {
  n: number;
  onApply: (change: (row: HallRow) => Partial<HallRow>) => void;
  onRemove: () => void;
}) {
  const t = useText(text);
  const apply = (form: FormData) => {
    const value = (name: string) => String(form.get(name) ?? "").trim();
    const whole = (name: string) => (value(name) === "" ? null : readWhole(value(name)));
    const [grade, length, first, step] = [
      value("grade"),
      whole("length"),
      whole("first"),
      whole("step"),
    ];
    const from = value("from");
    props.onApply((row) => {
      const change: Partial<HallRow> = grade === "" ? {} : { grade };
      if (row.seats) return change;
      if (length !== null) change.length = length;
      if (first !== null) change.firstNumber = first;
      if (step !== null) change.step = step;
      return from === ""
        ? change
        : { ...change, ...counted({ ...row, ...change }, from as "left") };
    });
  };
  return (
    <form
      className="inset hall-together"
      onSubmit={(event) => {
        event.preventDefault();
        apply(new FormData(event.currentTarget));
      }}
    >
      <p className="small grow-all">
        <b>{t("picked", { n: props.n })}</b>
      </p>
      {(["grade", "length", "first", "step"] as const).map((name) => (
        <label key={name} className="caption">
          {t(name)}
          <input className="hall-cell num" name={name} placeholder={t("noChange")} maxLength={20} />
        </label>
      ))}
      <label className="caption">
        {t("from")}
        <select className="hall-cell" name="from" defaultValue="">
          <option value="">{t("noChange")}</option>
          <option value="left">{t("fromLeft")}</option>
          <option value="right">{t("fromRight")}</option>
        </select>
      </label>
      <button className="button button-small">{t("apply")}</button>
      <button type="button" className="button button-small" onClick={props.onRemove}>
        {t("removeRows")}
      </button>
    </form>
  );
}
