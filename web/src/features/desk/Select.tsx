import { type SelectHTMLAttributes, useId } from "react";

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "className"> {
  label: string;
}

/** A choice with its label above. */
export function Select({ label, children, ...select }: SelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select {...select} id={id} className="input">
        {children}
      </select>
    </div>
  );
}
