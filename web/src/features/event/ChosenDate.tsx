import { useText } from "../../i18n/useText";
import { name, showTime } from "../../lib/format";
import { Cue, type CueState } from "../../ui/Cue";
import { Grades } from "./Grades";
import { hasOtherDates, phaseOf, type Phase, type Schedule, type Show } from "./sale";
import { SaleAction } from "./SaleAction";
import { text } from "./text";
import { useSpread } from "./useOpening";

const cues: Record<Phase, CueState> = {
  remind: "ring",
  lobby: "ring",
  opensSoon: "ring",
  join: "go",
  seats: "go",
  soldOut: "stop",
  over: "stop",
  cancelled: "stop",
};

const notes: Partial<Record<Phase, Parameters<typeof text>[0]>> = {
  remind: "remindNote",
  lobby: "lobbyNote",
  join: "queueNote",
  soldOut: "soldOutNote",
  over: "overNote",
  cancelled: "cancelledNote",
};

/** The date the fan has in mind: when, who, how much, and what to do now. */
export function ChosenDate(props: { show: Show; schedule: Schedule; now: number }) {
  const t = useText(text);
  const { show, schedule, now } = props;
  const phase = phaseOf(schedule, useSpread(now));
  const note = notes[phase];
  // "Choose another date" would lead nowhere.
  const isLast = phase === "soldOut" && !hasOtherDates(show, schedule, now);
  const roles = Object.entries(schedule.casting).filter(([, who]) => who.length > 0);
  return (
    <section className="chosen" aria-labelledby="chosen">
      <p className="chosen-state small">
        <Cue state={cues[phase]} />
        {stateWords(phase, schedule, now)}
      </p>
      <h2 className="title-2 num" id="chosen">
        <span className="hidden-text">{t("chosen")}: </span>
        {showTime(schedule.startsAt, now)}
      </h2>
      <p className="small ink-3">{t("sequence", { n: schedule.playSequence })}</p>
      {roles.length > 0 ? (
        <dl className="cast">
          {roles.map(([role, who]) => (
            <div key={role}>
              <dt className="caption ink-3">{name(role)}</dt>
              <dd>{who.map(name).join(", ")}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      <Grades
        show={show}
        scheduleId={schedule.id}
        isCounted={phase !== "over" && phase !== "cancelled"}
      />
      <div className="chosen-action">
        <SaleAction show={show} schedule={schedule} phase={phase} now={now} />
        {note && !isLast ? <p className="caption ink-3 chosen-note">{t(note)}</p> : null}
      </div>
    </section>
  );
}

function stateWords(phase: Phase, schedule: Schedule, now: number): string {
  switch (phase) {
    case "remind":
    case "lobby":
    case "opensSoon":
      return text("opensAt", { at: showTime(schedule.saleOpensAt, now) });
    case "join":
    case "seats":
      return text("onSaleUntil", { at: showTime(schedule.saleClosesAt, now) });
    case "soldOut":
      return text("soldOut");
    case "over":
      return text("over");
    case "cancelled":
      return text("cancelled");
  }
}
