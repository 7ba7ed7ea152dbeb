import { icons, type IconName } from "./icons";

/** Beside a word, so screen readers need not see it. */
export function Icon({ name, size = 24 }: { name: IconName; size?: 16 | 20 | 24 | 32 }) {
  return (
    <svg className={`icon icon-${size}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={icons[name]} />
    </svg>
  );
}
