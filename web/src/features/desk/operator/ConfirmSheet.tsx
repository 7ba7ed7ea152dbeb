import { type FormEvent, type ReactNode, useId, useState } from "react";
import { useText } from "../../../i18n/useText";
import { Field } from "../../../ui/Field";
import { Sheet } from "../../../ui/Sheet";
import { text } from "./text";

interface ConfirmProps {
  open: boolean;
  title: string;
  /** What has to be typed. */
  word: string;
  action: string;
  /** What happens, in numbers. */
  children: ReactNode;
  onClose: () => void;
  /** Closes the sheet when it is done; if it fails, the sheet says so and can be tried again. */
  onConfirm: () => Promise<unknown>;
}

/** Asks before something that is not undone by a tap: says what happens and wants a name typed. */
export function ConfirmSheet(props: ConfirmProps) {
  const heading = useId();
  return (
    <Sheet open={props.open} onClose={props.onClose} labelledBy={heading}>
      <Question {...props} heading={heading} />
    </Sheet>
  );
}

function Question(props: ConfirmProps & { heading: string }) {
  const t = useText(text);
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<"asked" | "working" | "failed">("asked");
  const isRight = typed.trim() === props.word;
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    if (!isRight || state === "working") return;
    setState("working");
    props.onConfirm().then(props.onClose, () => setState("failed"));
  };
  return (
    <form className="stack" onSubmit={confirm}>
      <h2 id={props.heading} className="title-2">
        {props.title}
      </h2>
      <div className="ink-2">{props.children}</div>
      <Field
        label={t("typeToConfirm", { word: props.word })}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        error={state === "failed" ? t("actionFailed") : undefined}
      />
      <div className="row">
        <button type="button" className="button grow" onClick={props.onClose}>
          {t("leaveIt")}
        </button>
        <button className="button button-danger grow" aria-disabled={!isRight}>
          {props.action}
        </button>
      </div>
    </form>
  );
}
