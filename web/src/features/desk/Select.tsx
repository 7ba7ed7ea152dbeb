import { type SelectHTMLAttributes, useId } from "react";
import { Icon } from "../../ui/Icon";
import "./desk.css";

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "className"> {
  label: string;
}

/** A choice with its label above. */
export function Select({ label, children, ...select }: SelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="desk-select">
        <select {...select} id={id} className="input">
          {children}
        </select>
        <Icon name="down" size={20} />
      </div>
    </div>
  );
}
