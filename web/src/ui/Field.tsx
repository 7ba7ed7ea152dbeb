import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from "react";
import { Icon } from "./Icon";

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className"> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** Beside the input, such as "show". */
  aside?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
}

/** An input with its label above and its error below. */
export function Field({ label, hint, error, aside, inputRef, ...input }: FieldProps) {
  const id = useId();
  const described = [error ? `${id}-error` : "", hint ? `${id}-hint` : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="field-box">
        <input
          {...input}
          id={id}
          ref={inputRef}
          className="input"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
        />
        {aside}
      </div>
      {hint && !error ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="hint hint-error" id={`${id}-error`}>
          <Icon name="alert" size={16} />
          {error}
        </p>
      ) : null}
    </div>
  );
}
