import { useState } from "react";
import { Field } from "../../../../ui/Field";

/** A number that may be empty. What cannot be read stays in the field and changes nothing. */
export function NumberField(props: {
  label: string;
  value: number | undefined;
  hint?: string | undefined;
  step?: number;
  disabled?: boolean;
  onChange: (value: number | undefined) => void;
}) {
  return (
    <Field
      label={props.label}
      hint={props.hint}
      type="number"
      step={props.step ?? 1}
      inputMode="decimal"
      value={props.value ?? ""}
      disabled={props.disabled}
      onChange={({ currentTarget }) => {
        if (currentTarget.value === "") props.onChange(undefined);
        else if (Number.isFinite(currentTarget.valueAsNumber)) {
          props.onChange(currentTarget.valueAsNumber);
        }
      }}
    />
  );
}

/** A cell of a table: kept while it is written, taken over when it is left or with Enter. */
export function Cell<T>(props: {
  label: string;
  value: T;
  write: (value: T) => string;
  read: (text: string) => T | null;
  disabled?: boolean;
  className?: string;
  onChange: (value: T) => void;
}) {
  const written = props.write(props.value);
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && props.read(typed) === null;
  const take = () => {
    if (typed === null) return;
    const value = props.read(typed);
    if (value === null) return;
    setTyped(null);
    if (props.write(value) !== written) props.onChange(value);
  };
  return (
    <input
      className={`hall-cell num ${props.className ?? ""}`}
      aria-label={props.label}
      aria-invalid={isWrong ? true : undefined}
      value={typed ?? written}
      disabled={props.disabled}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
        if (event.key === "Escape") setTyped(null);
      }}
    />
  );
}
