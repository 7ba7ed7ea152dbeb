import type { ReactNode } from "react";
import { useText } from "../../i18n/useText";
import { money } from "../../lib/format";
import { GradeMark } from "../../ui/GradeMark";
import { Icon } from "../../ui/Icon";
import { Notice } from "../../ui/Notice";
import { nearestFree } from "./engine/neighbours";
import { priceOf } from "./hall";
import { seatLabel } from "./names";
import { countOf, orphanBeside } from "./selection";
import { text } from "./text";
import { type Choice, totalOf } from "./useChoice";
import type { LiveHall } from "./useHall";
import type { useHold } from "./useHold";
import { ZoneCounter } from "./ZoneCounter";

interface Props {
  scheduleId: string;
  live: LiveHall;
  choice: Choice;
  holding: ReturnType<typeof useHold>;
  isList: boolean;
  notice: ReactNode;
  onBest: () => void;
}

/** What is chosen, with its price, and the one button. */
export function Tray({ scheduleId, live, choice, holding, isList, notice, onBest }: Props) {
  const t = useText(text);
  const { selection } = choice;
  const { plan } = live.hall;
  const count = countOf(selection);
  const isEmpty = count === 0 && selection.gone.length === 0;
  const canHold = count > 0 && !holding.isHolding && live.isOnline;
  const orphan = count > 0 ? orphanBeside(plan, selection, choice.isFree) : -1;
  const warning = choice.said?.isWarning ? choice.said.words : null;
  const holdLabel = () => {
    if (holding.isHolding) return t("holding");
    if (count === 0) return t("chooseOther");
    return t("hold", { n: count, price: money(totalOf(live, selection)) });
  };
  return (
    <section className="tray" aria-labelledby="tray-title">
      <h2 id="tray-title" className={count === 0 ? "title-2 desktop-only" : "title-2 tray-title"}>
        {t("chosenSeats")}
      </h2>
      {notice}
      <p className="hidden-text" role="status">
        {choice.said?.isWarning ? "" : choice.said?.words}
      </p>
      {isEmpty ? (
        <p className="small ink-3 tray-empty">
          {t(isList ? "trayEmpty" : "trayHint", { max: choice.max })}
        </p>
      ) : (
        <ul className="tray-lines">
          {selection.seats.map((seat) => (
            <li key={seat} className="tray-line">
              <GradeMark look={live.hall.looks[plan.grade[seat]!] ?? 6} />
              <span className="tray-name">{seatLabel(plan, seat)}</span>
              <span className="num ink-2">{money(priceOf(live.hall, seat))}</span>
              <button
                type="button"
                aria-label={t("remove", { seat: seatLabel(plan, seat) })}
                onClick={() => choice.remove(seat)}
              >
                <Icon name="close" size={20} />
              </button>
            </li>
          ))}
          {[...selection.zones].map(([zone, places]) => (
            <ZoneCounter
              key={`zone-${zone}`}
              live={live}
              zone={zone}
              places={places}
              choice={choice}
            />
          ))}
          {selection.gone.map((seat) => (
            <GoneLine key={`gone-${seat}`} live={live} choice={choice} seat={seat} />
          ))}
        </ul>
      )}
      {orphan >= 0 ? (
        <p className="caption ink-3">{t("orphan", { number: plan.numbers(orphan) })}</p>
      ) : null}
      {warning ? (
        <p className="tray-warning" role="alert">
          {warning}
        </p>
      ) : null}
      {holding.problem ? (
        <Notice tone="stop" alert>
          {holding.problem.words}{" "}
          {holding.problem.entryOver ? (
            <a className="link" href={`/queue/${scheduleId}`}>
              {t("toQueue")}
            </a>
          ) : null}
        </Notice>
      ) : null}
      {isEmpty ? (
        <button
          key="best"
          type="button"
          className="button button-primary button-wide"
          onClick={onBest}
        >
          {t("best")}
        </button>
      ) : (
        // Also while every chosen seat is gone: a finger on its way must not meet another button.
        <button
          key="hold"
          type="button"
          className="button button-primary button-wide num"
          aria-disabled={!canHold}
          onClick={() => {
            if (canHold) void holding.hold(selection);
          }}
        >
          {holdLabel()}
        </button>
      )}
    </section>
  );
}

/** Somebody else was faster: said in its place, with the nearest that is free. */
function GoneLine({ live, choice, seat }: { live: LiveHall; choice: Choice; seat: number }) {
  const t = useText(text);
  const { plan, grid } = live.hall;
  const nearest = nearestFree(
    plan,
    grid,
    seat,
    (other) => choice.isFree(other) && !choice.selection.seats.includes(other),
  );
  return (
    <li className="tray-line tray-gone">
      <Icon name="alert" size={16} />
      <span className="tray-name" role="alert">
        {t("taken", { seat: seatLabel(plan, seat) })}
      </span>
      {nearest >= 0 ? (
        <button
          type="button"
          className="button button-small"
          onClick={() => choice.replace(seat, nearest)}
        >
          {t("takeInstead", {
            seat:
              plan.rowOf[nearest] === plan.rowOf[seat]
                ? t("seatShort", { number: plan.numbers(nearest) })
                : seatLabel(plan, nearest),
          })}
        </button>
      ) : null}
      <button
        type="button"
        aria-label={`${t("dismiss")}: ${seatLabel(plan, seat)}`}
        onClick={() => choice.remove(seat)}
      >
        <Icon name="close" size={20} />
      </button>
    </li>
  );
}
