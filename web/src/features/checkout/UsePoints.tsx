import { useText } from "../../i18n/useText";
import { count } from "../../lib/format";
import { text } from "./text";

/** Offers to pay with all the points that can be used for this order. */
export function UsePoints(props: {
  usable: number;
  isUsed: boolean;
  onUse: (isUsed: boolean) => void;
}) {
  const t = useText(text);
  if (props.usable === 0) {
    return null;
  }
  return (
    <section>
      <h2 className="title-2">{t("pointsTitle")}</h2>
      <label className="checkbox">
        <input
          type="checkbox"
          checked={props.isUsed}
          onChange={(event) => props.onUse(event.target.checked)}
        />
        <span className="small num">{t("pointsUse", { n: count(props.usable) })}</span>
      </label>
    </section>
  );
}
