import { useId } from "react";
import { useText } from "../../../i18n/useText";
import { Icon } from "../../../ui/Icon";
import { text } from "./text";

/** A number with a button on either side. */
export function Stepper(props: {
  label: string;
  detail: string;
  value: number;
  min: number;
  max: number;
  step: number;
  isChanged: boolean;
  onChange: (value: number) => void;
}) {
  const t = useText(text);
  const id = useId();
  const { value, min, max, step } = props;
  const set = (next: number) => props.onChange(Math.min(max, Math.max(min, next)));
  return (
    <div className="cockpit-setting">
      <div>
        <label className="cockpit-label" htmlFor={id}>
          {props.label}
        </label>
        <p className="caption ink-3 num">{props.detail}</p>
      </div>
      <div className={props.isChanged ? "cockpit-stepper is-changed" : "cockpit-stepper"}>
        <button
          type="button"
          aria-label={t("less", { what: props.label })}
          disabled={value <= min}
          onClick={() => set(value - step)}
        >
          <Icon name="minus" size={20} />
        </button>
        <input
          id={id}
          className="num"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={value}
          onChange={(event) => {
            if (event.target.value !== "") set(Math.round(Number(event.target.value)));
          }}
        />
        <button
          type="button"
          aria-label={t("more", { what: props.label })}
          disabled={value >= max}
          onClick={() => set(value + step)}
        >
          <Icon name="plus" size={20} />
        </button>
      </div>
    </div>
  );
}
