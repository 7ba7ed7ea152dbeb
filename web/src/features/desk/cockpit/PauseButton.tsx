import { useEffect, useState } from "react";
import { useText } from "../../../i18n/useText";
import { type LineSettings, useChange } from "./settings";
import { text } from "./text";

const UNDO_SECONDS = 5;

/** One tap pauses or goes on; for five seconds the same place takes it back. */
export function PauseButton(props: { scheduleId: string; settings: LineSettings }) {
  const t = useText(text);
  const { paused } = props.settings;
  const change = useChange(props.scheduleId);
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = window.setTimeout(() => setLeft(left - 1), 1_000);
    return () => window.clearTimeout(timer);
  }, [left]);
  const set = (value: boolean, undoable: boolean) =>
    change.mutate({ paused: value }, { onSuccess: () => setLeft(undoable ? UNDO_SECONDS : 0) });
  return (
    <>
      <span className="hidden-text" role="status">
        {change.isSuccess ? t(paused ? "saidPaused" : "saidResumed") : ""}
      </span>
      {change.isError ? (
        <span className="cockpit-bad small" role="alert">
          {t("changeFailed")}
        </span>
      ) : null}
      {left > 0 ? (
        <button type="button" className="button" onClick={() => set(!paused, false)}>
          {t("undoIn", { n: left })}
        </button>
      ) : (
        <button
          type="button"
          className={paused ? "button button-primary" : "button button-line"}
          disabled={change.isPending}
          onClick={() => set(!paused, true)}
        >
          {t(paused ? "resume" : "pause")}
        </button>
      )}
    </>
  );
}
