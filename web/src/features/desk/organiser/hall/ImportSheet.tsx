import { useState } from "react";
import { useText } from "../../../../i18n/useText";
import { count } from "../../../../lib/format";
import { Notice } from "../../../../ui/Notice";
import { Sheet } from "../../../../ui/Sheet";
import { type Fault, faultsOf } from "./check";
import { type Imported, importHall, SAMPLE } from "./importing";
import { capacityOf, countsByGrade, type Hall } from "./layout";
import { text } from "./text";

/** A dry run first: counts, or all errors at once with their lines. Nothing changes until then. */
export function ImportSheet(props: {
  open: boolean;
  onClose: () => void;
  onImport: (hall: Hall) => void;
}) {
  const t = useText(text);
  const [typed, setTyped] = useState("");
  const [seen, setSeen] = useState<Imported | null>(null);
  const change = (next: string) => {
    setTyped(next);
    setSeen(null);
  };
  return (
    <Sheet open={props.open} onClose={props.onClose} labelledBy="import-title">
      <h2 id="import-title" className="title-2">
        {t("importTitle")}
      </h2>
      <p className="small ink-2">{t("importLead")}</p>
      <label className="button hall-file">
        {t("importFile")}
        <input
          type="file"
          className="hidden-text"
          accept=".json,.csv,application/json,text/csv"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void file.text().then(change);
          }}
        />
      </label>
      <div className="field">
        <label htmlFor="import-text">{t("importText")}</label>
        <textarea
          id="import-text"
          className="input hall-import"
          rows={8}
          spellCheck={false}
          value={typed}
          onChange={(event) => change(event.currentTarget.value)}
        />
      </div>
      <div className="hall-inline">
        <button type="button" className="button" onClick={() => change(SAMPLE)}>
          {t("sample")}
        </button>
        <button
          type="button"
          className="button button-primary"
          disabled={typed.trim() === ""}
          onClick={() => setSeen(importHall(typed))}
        >
          {t("preview")}
        </button>
      </div>
      <div role="status">
        {seen?.hall ? <Preview hall={seen.hall} onImport={props.onImport} /> : null}
        {seen && !seen.hall ? (
          <>
            <Notice tone="stop">{t("importBad", { n: seen.faults.length })}</Notice>
            <ul className="lines hall-faults">
              {seen.faults.map((fault, i) => (
                <li key={i} className="small">
                  <b className="num">{t("line", { n: fault.line })}</b> {t(fault.key, fault.values)}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
    </Sheet>
  );
}

function Preview({ hall, onImport }: { hall: Hall; onImport: (hall: Hall) => void }) {
  const t = useText(text);
  const faults = faultsOf(hall);
  return (
    <>
      <Notice tone={faults.length === 0 ? "go" : "stop"}>
        {t("importGood", {
          sections: hall.sections.length,
          zones: hall.zones.length,
          seats: capacityOf(hall),
        })}
        <br />
        {[...countsByGrade(hall)].map(([grade, n]) => `${grade} ${count(n)}`).join(" · ")}
      </Notice>
      {faults.length > 0 ? (
        <>
          <p className="small">{t("importBad", { n: faults.length })}</p>
          <FaultList faults={faults} />
        </>
      ) : (
        <button
          type="button"
          className="button button-primary button-wide"
          onClick={() => onImport(hall)}
        >
          {t("replace")}
        </button>
      )}
    </>
  );
}

/** What keeps a hall from being saved, with a way to where it is. */
export function FaultList(props: { faults: readonly Fault[]; onShow?: (fault: Fault) => void }) {
  const t = useText(text);
  const { onShow } = props;
  return (
    <ul className="lines hall-faults">
      {props.faults.map((fault, i) => (
        <li key={i} className="small">
          <span className="grow">
            {t(fault.key, fault.values)}
            <br />
            <code className="trace">{fault.field}</code>
          </span>
          {onShow && (fault.section !== undefined || fault.zone !== undefined) ? (
            <button type="button" className="link" onClick={() => onShow(fault)}>
              {t("look")}
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
