import { type KeyboardEvent, useState } from "react";
import { useText } from "../../i18n/useText";
import { GradeMark } from "../../ui/GradeMark";
import { Icon } from "../../ui/Icon";
import { ACCESSIBLE, type PlanRow, type PlanSection, RESTRICTED } from "./engine/plan";
import { priceOf } from "./hall";
import { seatFullLabel, sectionLabel } from "./names";
import { text } from "./text";
import type { Choice } from "./useChoice";
import type { LiveHall } from "./useHall";
import { ZoneCounter } from "./ZoneCounter";

interface Props {
  live: LiveHall;
  choice: Choice;
  wanted: ReadonlySet<number>;
}

/** All that the map can do, by section and row, for a keyboard or a screen reader alone. */
export function SeatList({ live, choice, wanted }: Props) {
  const t = useText(text);
  const [size, setSize] = useState(1);
  const [open, setOpen] = useState(-1);
  const { plan } = live.hall;
  return (
    <div className="seat-list">
      <h2 className="title-2">{t("listTitle")}</h2>
      <div className="segments" role="group" aria-label={t("bestCount")}>
        {Array.from({ length: choice.max }, (_, i) => i + 1).map((n) => (
          <button key={n} type="button" aria-pressed={size === n} onClick={() => setSize(n)}>
            {n === 1 ? t("one") : t("together", { n })}
          </button>
        ))}
      </div>
      {plan.zones.length > 0 ? (
        <section>
          <h3 className="title-3">{t("zones")}</h3>
          <ul>
            {plan.zones.map((zone) => (
              <ZoneCounter
                key={zone.index}
                live={live}
                zone={zone.index}
                places={choice.selection.zones.get(zone.index) ?? 0}
                choice={choice}
              />
            ))}
          </ul>
        </section>
      ) : null}
      <ul className="lines">
        {plan.sections.map((section) => (
          <li key={section.index}>
            <h3>
              <button
                type="button"
                className="section-head"
                aria-expanded={open === section.index}
                onClick={() => setOpen(open === section.index ? -1 : section.index)}
              >
                <span>
                  {sectionLabel(section)}
                  <small className="num">{leftOf(live, section, t("noneLeft"))}</small>
                </span>
                <Icon name="down" size={20} />
              </button>
            </h3>
            {open === section.index ? (
              <Rows live={live} choice={choice} wanted={wanted} section={section} size={size} />
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function leftOf(live: LiveHall, section: PlanSection, none: string): string {
  const { plan, counts, prices } = live.hall;
  const parts = plan.grades
    .map((grade, i) => ({
      grade,
      price: prices[i] ?? 0,
      free: counts.bySectionGrade[section.index * plan.grades.length + i]!,
    }))
    .filter(({ free }) => free > 0)
    .sort((a, b) => b.price - a.price)
    .map(({ grade, free }) => `${text("gradeName", { grade })} ${free}`);
  return parts.length === 0 ? none : parts.join(" · ");
}

function Rows(props: Props & { section: PlanSection; size: number }) {
  const t = useText(text);
  const { live, section, size, wanted, choice } = props;
  const rows = section.rows
    .map((row) => ({ row, groups: groupsOf(live, choice, row, size, wanted) }))
    .filter(({ groups }) => groups.length > 0);
  if (rows.length === 0) {
    return (
      <p className="small ink-3 seat-rows">
        {size === 1 ? t("noneLeft") : t("noneTogether", { n: size })}
      </p>
    );
  }
  return (
    <div className="seat-rows lines">
      {rows.map(({ row, groups }) => (
        <SeatRow key={row.index} {...props} row={row} groups={groups} />
      ))}
    </div>
  );
}

/** One stop of the tab key; arrow keys go along the row, space or enter chooses. */
function SeatRow(props: Props & { section: PlanSection; row: PlanRow; groups: number[][] }) {
  const t = useText(text);
  const { live, choice, row, groups, section } = props;
  const [at, setAt] = useState(0);
  const current = Math.min(at, groups.length - 1);
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key] ?? 0;
    const next =
      event.key === "Home" ? 0 : event.key === "End" ? groups.length - 1 : current + step;
    if (next === current || next < 0 || next >= groups.length) return;
    event.preventDefault();
    setAt(next);
    event.currentTarget.querySelectorAll<HTMLElement>("button")[next]?.focus();
  }
  return (
    <div className="seat-row">
      <b aria-hidden="true">{t("row", { row: row.name })}</b>
      <div
        className="seat-buttons"
        role="group"
        aria-label={t("rowSeats", { section: sectionLabel(section), row: row.name })}
        onKeyDown={onKeyDown}
      >
        {groups.map((seats, i) => (
          <SeatButton
            key={seats.join()}
            live={live}
            choice={choice}
            seats={seats}
            isStop={i === current}
            onFocus={() => setAt(i)}
          />
        ))}
      </div>
    </div>
  );
}

function SeatButton(props: {
  live: LiveHall;
  choice: Choice;
  seats: number[];
  isStop: boolean;
  onFocus: () => void;
}) {
  const t = useText(text);
  const { live, choice, seats } = props;
  const { plan, looks } = live.hall;
  const [first, last] = [seats[0]!, seats.at(-1)!];
  const isChosen = seats.every((seat) => choice.selection.seats.includes(seat));
  const flags = seats.reduce((all, seat) => all | plan.flags[seat]!, 0);
  const notes = [
    flags & RESTRICTED ? t("keyRestricted") : "",
    flags & ACCESSIBLE ? t("keyAccessible") : "",
  ].filter((note) => note !== "");
  const label = [
    ...seats.map((seat) => seatFullLabel(plan, seat, priceOf(live.hall, seat))),
    ...notes,
  ].join(", ");
  return (
    <button
      type="button"
      className="seat-button"
      aria-pressed={isChosen}
      tabIndex={props.isStop ? 0 : -1}
      onFocus={props.onFocus}
      onClick={() => (seats.length === 1 ? choice.choose(first) : choice.chooseTogether(seats))}
    >
      {isChosen ? (
        <Icon name="check" size={16} />
      ) : (
        <GradeMark look={looks[plan.grade[first]!] ?? 6} />
      )}
      <span className="hidden-text">{label}</span>
      <span className="num" aria-hidden="true">
        {first === last ? plan.numbers(first) : `${plan.numbers(first)}–${plan.numbers(last)}`}
      </span>
      {notes.length > 0 ? <small aria-hidden="true">{notes.join(" · ")}</small> : null}
    </button>
  );
}

/** Free seats of a row, or runs of the wished length side by side; those chosen stay listed. */
function groupsOf(
  live: LiveHall,
  choice: Choice,
  row: PlanRow,
  size: number,
  wanted: ReadonlySet<number>,
): number[][] {
  const { plan } = live.hall;
  const groups: number[][] = [];
  for (let first = row.first; first + size <= row.first + row.count; first++) {
    const seats = Array.from({ length: size }, (_, i) => first + i);
    const isOpen = seats.every(
      (seat, i) =>
        choice.isFree(seat) &&
        (wanted.size === 0 || wanted.has(plan.grade[seat]!)) &&
        (i === 0 || plan.column[seat]! - plan.column[seat - 1]! === 1),
    );
    if (isOpen) groups.push(seats);
  }
  return groups;
}
