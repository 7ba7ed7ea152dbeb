import { floorName, money } from "../../lib/format";
import { type Plan, type PlanSection, sectionOf } from "./engine/plan";
import { text } from "./text";

export function sectionLabel(section: PlanSection): string {
  return text("sectionName", { floor: floorName(section.floor), section: plain(section.name) });
}

/** On the map, where room is scarce. */
export function sectionShort(section: PlanSection): string {
  return `${floorName(section.floor)} ${section.name}`;
}

/** Several beside each other in one row, such as 11열 18–19번. */
export function rangeLabel(plan: Plan, seats: readonly number[]): string {
  const [first, last] = [seats[0]!, seats.at(-1)!];
  return first === last
    ? seatLabel(plan, first)
    : text("seatNames", {
        ...placeOf(plan, first),
        first: plan.numbers(first),
        last: plan.numbers(last),
      });
}

export function seatLabel(plan: Plan, ordinal: number): string {
  return text("seatName", { ...placeOf(plan, ordinal), number: plan.numbers(ordinal) });
}

function placeOf(plan: Plan, ordinal: number) {
  const section = sectionOf(plan, ordinal);
  return {
    floor: floorName(section.floor),
    section: plain(section.name),
    row: plan.rows[plan.rowOf[ordinal]!]!.name,
  };
}

export function seatFullLabel(plan: Plan, ordinal: number, price: number): string {
  return text("seatFull", {
    seat: seatLabel(plan, ordinal),
    grade: plan.grades[plan.grade[ordinal]!] ?? "",
    price: money(price),
  });
}

/** A name that says "section" itself is not said twice. */
function plain(name: string): string {
  return name.replace(/구역$/, "");
}
