import { useText } from "../../../i18n/useText";
import { text } from "./text";

type Status = "PREPARING" | "OPEN" | "ENDED" | "CANCELLED" | "UPCOMING" | "ONGOING";

const tones: Record<Status, string> = {
  PREPARING: "badge",
  UPCOMING: "badge badge-accent",
  OPEN: "badge badge-go",
  ONGOING: "badge badge-go",
  ENDED: "badge",
  CANCELLED: "badge badge-stop",
};

export function StatusBadge({ status }: { status: Status }) {
  const t = useText(text);
  return <span className={tones[status]}>{t(status)}</span>;
}
