import { useMemo } from "react";
import type { Plan } from "../../seat-map/engine/plan";
import type { Look } from "../../seat-map/engine/shapes";
import { HallMap } from "./hall/HallMap";

const NOTHING = () => undefined;

/** The map of a date with what is free now; a press on a free seat chooses it. */
export function PickMap(props: {
  plan: Plan;
  looks: Look[];
  states: Uint8Array;
  chosen: ReadonlySet<number>;
  onSeat: (ordinal: number) => void;
}) {
  const { plan, looks, states, chosen } = props;
  const marked = useMemo(
    () => new Set([...chosen].filter((ordinal) => ordinal < plan.seatCount)),
    [chosen, plan],
  );
  return (
    <HallMap
      plan={plan}
      looks={looks}
      states={states}
      tool="pick"
      section={-1}
      marked={marked}
      onSection={NOTHING}
      onZone={NOTHING}
      onSeat={props.onSeat}
      onMove={NOTHING}
      onRemove={NOTHING}
    />
  );
}
