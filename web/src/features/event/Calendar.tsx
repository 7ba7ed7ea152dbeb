import { useState } from "react";
import { useText, useLocale } from "../../i18n/useText";
import { isoDay, name, showTime } from "../../lib/format";
import { Icon } from "../../ui/Icon";
import { phaseOf, type Phase, type Schedule } from "./sale";
import { text } from "./text";

const marks: Record<Phase, "open" | "later" | "out" | "over"> = {
  seats: "open",
  join: "open",
  lobby: "later",
  opensSoon: "later",
  remind: "later",
  soldOut: "out",
  over: "over",
  cancelled: "over",
};

/** The months of a show: each day says who plays the chosen role and whether it can be had. */
export function Calendar(props: {
  schedules: Schedule[];
  chosen: Schedule;
  role: string | null;
  now: number;
  onChoose: (schedule: Schedule) => void;
}) {
  const t = useText(text);
  const locale = useLocale();
  const { schedules, chosen, now } = props;
  const months = [...new Set(schedules.map((one) => isoDay(one.startsAt).slice(0, 7)))].sort();
  const [month, setMonth] = useState(isoDay(chosen.startsAt).slice(0, 7));
  const at = Math.max(0, months.indexOf(month));
  const [year, number] = (months[at] ?? month).split("-").map(Number) as [number, number];
  const title =
    locale === "ko"
      ? t("month", { year: String(year), month: String(number) })
      : new Date(Date.UTC(year, number - 1, 1)).toLocaleDateString("en-US", {
          month: "long",
          year: "numeric",
          timeZone: "UTC",
        });
  const turn = (by: number) => setMonth(months[at + by] ?? month);
  return (
    <div className="calendar">
      <div className="calendar-head">
        <button
          type="button"
          className="icon-button"
          aria-label={t("previousMonth")}
          aria-disabled={at === 0}
          onClick={() => turn(-1)}
        >
          <Icon name="back" />
        </button>
        <h3 className="title-3" aria-live="polite">
          {title}
        </h3>
        <button
          type="button"
          className="icon-button"
          aria-label={t("nextMonth")}
          aria-disabled={at === months.length - 1}
          onClick={() => turn(1)}
        >
          <Icon name="next" />
        </button>
      </div>
      <div className="calendar-week caption ink-3" aria-hidden="true">
        {t("weekdays")
          .split(" ")
          .map((day) => (
            <span key={day}>{day}</span>
          ))}
      </div>
      <div className="calendar-days">
        {weeks(year, number).map((date, i) =>
          date === null ? (
            <span key={`gap-${i}`} />
          ) : (
            <Day
              key={date}
              {...props}
              date={date}
              here={schedules.filter((one) => isoDay(one.startsAt) === date)}
            />
          ),
        )}
      </div>
      <Legend schedules={schedules} now={now} />
    </div>
  );
}

function Day(props: {
  date: string;
  here: Schedule[];
  chosen: Schedule;
  role: string | null;
  now: number;
  onChoose: (schedule: Schedule) => void;
}) {
  const t = useText(text);
  const { date, here, chosen, role, now, onChoose } = props;
  const number = Number(date.slice(8));
  const first = here.find((one) => one.id === chosen.id) ?? here[0];
  if (first === undefined) {
    return <span className="day ink-3 num">{number}</span>;
  }
  const mark = marks[phaseOf(first, now)];
  const who = role === null ? [] : (first.casting[role] ?? []).map(name);
  return (
    <button
      type="button"
      className={`day day-${mark}`}
      aria-pressed={first.id === chosen.id}
      onClick={() => onChoose(first)}
    >
      <b className="num">{number}</b>
      <i className={`mark mark-${mark}`} />
      {who.length > 0 ? <span className="day-who">{who.join(" ")}</span> : null}
      <span className="hidden-text">
        {showTime(first.startsAt, now)}, {t(labels[mark])}
      </span>
    </button>
  );
}

const labels = {
  open: "legendOpen",
  later: "legendLater",
  out: "legendOut",
  over: "legendOver",
} as const;

/** Only what is on the calendar. */
function Legend({ schedules, now }: { schedules: Schedule[]; now: number }) {
  const t = useText(text);
  const shown = new Set(schedules.map((one) => marks[phaseOf(one, now)]));
  return (
    <p className="calendar-legend caption ink-2">
      {(["open", "later", "out", "over"] as const)
        .filter((mark) => shown.has(mark))
        .map((mark) => (
          <span key={mark}>
            <i className={`mark mark-${mark}`} />
            {t(labels[mark])}
          </span>
        ))}
    </p>
  );
}

/** The days of a month from its first Sunday's column on; null before the first. */
function weeks(year: number, month: number): (string | null)[] {
  const before = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const two = (n: number) => String(n).padStart(2, "0");
  return [
    ...Array<null>(before).fill(null),
    ...Array.from({ length: last }, (_, i) => `${year}-${two(month)}-${two(i + 1)}`),
  ];
}
