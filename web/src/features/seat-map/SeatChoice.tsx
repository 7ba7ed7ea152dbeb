import { useMemo, useState } from "react";
import { Link } from "wouter";
import type { Answer } from "../../api/answers";
import { useText } from "../../i18n/useText";
import { showTime } from "../../lib/format";
import { serverNow } from "../../lib/clock";
import { Icon } from "../../ui/Icon";
import { BestSeats } from "./BestSeats";
import type { useEntry } from "./entry";
import { EntryTimer } from "./EntryTimer";
import { GradeChips, GradeList } from "./Grades";
import { HeldNotice } from "./HeldNotice";
import { Legend } from "./Legend";
import { SeatCanvas } from "./SeatCanvas";
import { SeatList } from "./SeatList";
import { text } from "./text";
import { Tray } from "./Tray";
import { useChoice } from "./useChoice";
import type { LiveHall } from "./useHall";
import { useHold } from "./useHold";

interface Props {
  scheduleId: string;
  schedule: Answer<"/api/schedules/{scheduleId}", "get">;
  title: string;
  max: number;
  live: LiveHall;
  entry: ReturnType<typeof useEntry> | null;
}

const NOBODY: ReadonlySet<number> = new Set();

/** From the whole house to seats that are held: filter, map or list, and the tray. */
export function SeatChoice({ scheduleId, schedule, title, max, live, entry }: Props) {
  const t = useText(text);
  const [isList, setList] = useState(false);
  const [isBest, setBest] = useState(false);
  const [wanted, setWanted] = useState<ReadonlySet<number>>(NOBODY);
  const [proposed, setProposed] = useState<ReadonlySet<number>>(NOBODY);
  const holding = useHold(scheduleId, live, schedule.queued);
  const choice = useChoice(live, max, holding.isHolding);
  const filter = useMemo(
    () => ({
      wanted,
      toggle: (grade: number) =>
        setWanted((before) => {
          const next = new Set(before);
          if (!next.delete(grade)) next.add(grade);
          return next;
        }),
    }),
    [wanted],
  );
  const closeBest = () => {
    setBest(false);
    setProposed(NOBODY);
  };
  return (
    <div className={`seats${live.isOnline ? "" : " is-offline"}`}>
      <header className="seats-bar">
        <Link
          href={`/events/${schedule.eventId}?date=${scheduleId}`}
          className="icon-button"
          aria-label={t("back")}
        >
          <Icon name="back" />
        </Link>
        <div className="seats-title">
          <h1>{title === "" ? t("map") : title}</h1>
          <p className="caption ink-3">{showTime(schedule.startsAt, serverNow())}</p>
        </div>
        <span className="grow" />
        {entry ? <EntryTimer scheduleId={scheduleId} entry={entry} /> : null}
      </header>
      <GradeChips live={live} filter={filter} />
      <aside className="seats-side desktop-only">
        <GradeList live={live} filter={filter} />
        <Legend hall={live.hall} />
      </aside>
      <main id="main" className="seats-main" tabIndex={-1}>
        <button
          type="button"
          className={`button button-small seats-switch${isList ? " is-list" : ""}`}
          onClick={() => setList(!isList)}
        >
          <Icon name={isList ? "pin" : "list"} size={20} />
          {t(isList ? "toMap" : "toList")}
        </button>
        {isList ? (
          <SeatList live={live} choice={choice} wanted={wanted} />
        ) : (
          <SeatCanvas
            live={live}
            choice={choice}
            wanted={wanted}
            proposed={proposed}
            onZone={(zone) => choice.setZone(zone, (choice.selection.zones.get(zone) ?? 0) || 1)}
          />
        )}
        {live.isOnline ? null : (
          <p className="seats-offline" role="status">
            {t("offline")}
          </p>
        )}
      </main>
      {isBest ? (
        <BestSeats
          scheduleId={scheduleId}
          live={live}
          max={max}
          wanted={wanted}
          queued={schedule.queued}
          isHolding={holding.isHolding}
          onShow={setProposed}
          onClose={closeBest}
          onHold={async (proposals) => {
            // The next proposal, if somebody was faster; the next page says so.
            for (const [index, seats] of proposals.entries()) {
              if (await holding.hold({ seats, gone: [], zones: new Map() }, index > 0)) return;
              if (seats.every((seat) => live.hall.states.isFree(seat))) return;
            }
          }}
        />
      ) : (
        <Tray
          scheduleId={scheduleId}
          live={live}
          choice={choice}
          holding={holding}
          isList={isList}
          notice={<HeldNotice scheduleId={scheduleId} />}
          onBest={() => setBest(true)}
        />
      )}
    </div>
  );
}
