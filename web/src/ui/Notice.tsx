import type { ReactNode } from "react";
import { Icon } from "./Icon";
import type { IconName } from "./icons";

type Tone = "plain" | "accent" | "go" | "hurry" | "stop";

const signs: Record<Tone, IconName> = {
  plain: "info",
  accent: "info",
  go: "check",
  hurry: "clock",
  stop: "alert",
};

/** A sentence with a sign and a way out; `alert` interrupts a screen reader, so only for failures. */
export function Notice(props: {
  tone?: Tone;
  icon?: IconName;
  alert?: boolean;
  children: ReactNode;
}) {
  const tone = props.tone ?? "plain";
  return (
    <div className={`notice notice-${tone}`} role={props.alert ? "alert" : undefined}>
      <Icon name={props.icon ?? signs[tone]} size={20} />
      <div className="notice-body">{props.children}</div>
    </div>
  );
}
