import { useEffect, useMemo, useState } from "react";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { money } from "../../lib/format";
import { Icon } from "../../ui/Icon";
import { entryToken } from "./entry";
import { ordinalOf } from "./engine/plan";
import { type Preference, propose, type Proposal } from "./engine/proposals";
import { priceOf } from "./hall";
import { rangeLabel } from "./names";
import { text } from "./text";
import type { LiveHall } from "./useHall";

interface Props {
  scheduleId: string;
  live: LiveHall;
  max: number;
  wanted: ReadonlySet<number>;
  queued: boolean;
  isHolding: boolean;
  onShow: (seats: ReadonlySet<number>) => void;
  onClose: () => void;
  onHold: (proposals: number[][]) => Promise<void>;
}

const PREFERENCES: Preference[] = ["middle", "front", "aisle", "together"];

/** How the API calls what the fan prefers. */
const ASKED = { middle: "CENTRE", front: "FRONT", aisle: "AISLE", together: "TOGETHER" } as const;

/** Two or three proposals with their reason in words; the server's where it makes them. */
export function BestSeats(props: Props) {
  const t = useText(text);
  const { live, max, wanted, onShow } = props;
  const { plan } = live.hall;
  const [count, setCount] = useState(Math.min(2, max));
  const [preference, setPreference] = useState<Preference>("middle");
  const [picked, setPicked] = useState(0);
  const fromServer = useServerProposals(props, count, preference);
  const own = useMemo(
    () => propose(plan, (seat) => live.hall.states.isFree(seat), wanted, count, preference),
    // Seats change in place; the version tells.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [live.version, wanted, count, preference],
  );
  const proposals =
    fromServer ?? own.map((proposal) => ({ seats: proposal.seats, why: whyOf(proposal, count) }));
  const chosen = proposals[Math.min(picked, proposals.length - 1)];
  const shown = chosen?.seats.join() ?? "";
  useEffect(() => {
    onShow(new Set(shown === "" ? [] : shown.split(",").map(Number)));
  }, [shown, onShow]);
  const names: Record<Preference, string> = {
    middle: t("bestMiddle"),
    front: t("bestFront"),
    aisle: t("bestAisle"),
    together: t("bestOneBlock"),
  };
  const total = (seats: number[]) =>
    money(seats.reduce((sum, seat) => sum + priceOf(live.hall, seat), 0));
  return (
    <section className="tray best" aria-labelledby="best-title">
      <div className="row">
        <h2 id="best-title" className="title-2 grow">
          {t("bestTitle")}
        </h2>
        <span className="stepper" role="group" aria-label={t("bestCount")}>
          <button
            type="button"
            aria-label={t("bestFewer")}
            aria-disabled={count === 1}
            onClick={() => setCount(Math.max(1, count - 1))}
          >
            <Icon name="minus" size={20} />
          </button>
          <b className="num" role="status">
            {count}
          </b>
          <button
            type="button"
            aria-label={t("bestMore")}
            aria-disabled={count === max}
            onClick={() => setCount(Math.min(max, count + 1))}
          >
            <Icon name="plus" size={20} />
          </button>
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={t("close")}
          onClick={props.onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="chips best-chips" role="group" aria-label={t("bestWish")}>
        {PREFERENCES.map((one) => (
          <button
            key={one}
            type="button"
            className="chip"
            aria-pressed={preference === one}
            onClick={() => setPreference(one)}
          >
            {names[one]}
          </button>
        ))}
      </div>
      {proposals.length === 0 ? (
        <p className="ink-2" role="status">
          {t("bestNone", { n: count })}
        </p>
      ) : (
        <fieldset className="best-list">
          <legend className="caption ink-3">{t(fromServer ? "bestServer" : "bestFound")}</legend>
          {proposals.map(({ seats, why }, i) => (
            <label key={seats.join()} className="proposal">
              <input
                type="radio"
                name="proposal"
                checked={chosen?.seats === seats}
                onChange={() => setPicked(i)}
              />
              <span className="proposal-name">{rangeLabel(plan, seats)}</span>
              <span className="num">{total(seats)}</span>
              <small>{why}</small>
            </label>
          ))}
        </fieldset>
      )}
      {chosen ? (
        <button
          type="button"
          className="button button-primary button-wide num"
          aria-disabled={props.isHolding}
          onClick={() => {
            if (props.isHolding) return;
            const rest = proposals
              .filter((proposal) => proposal !== chosen)
              .map(({ seats }) => seats);
            void props.onHold([chosen.seats, ...rest]);
          }}
        >
          {props.isHolding
            ? t("holding")
            : t("hold", { n: chosen.seats.length, price: total(chosen.seats) })}
        </button>
      ) : null}
    </section>
  );
}

function whyOf({ why }: Proposal, count: number): string {
  const parts = [count === 1 ? text("one") : text("bestTogether", { n: count })];
  const columns = Math.round(why.fromMiddle);
  parts.push(columns === 0 ? text("bestCentre") : text("bestFromCentre", { n: columns }));
  parts.push(text("bestRow", { n: why.rowFromFront + 1 }));
  if (why.atAisle) parts.push(text("bestAtAisle"));
  return parts.join(" · ");
}

interface ServerProposal {
  seats: number[];
  why: string;
}

/** Null until the server has answered, and where it proposes nothing. */
function useServerProposals(
  props: Props,
  count: number,
  preference: Preference,
): ServerProposal[] | null {
  const [proposals, setProposals] = useState<ServerProposal[] | null>(null);
  const { plan } = props.live.hall;
  const grade = props.wanted.size === 1 ? plan.grades[[...props.wanted][0]!] : undefined;
  useEffect(() => {
    const abort = new AbortController();
    setProposals(null);
    if (!isRecommending) return;
    const token = props.queued ? entryToken(props.scheduleId) : null;
    void call("/api/reservations/recommend", "post", {
      headers: token === null ? {} : { "X-Queue-Token": token },
      body: {
        scheduleId: props.scheduleId,
        count,
        preference: ASKED[preference],
        ...(grade === undefined ? {} : { grade }),
      },
      signedIn: true,
      signal: abort.signal,
    })
      .then((answer) => {
        const read = answer.proposals.map((one) => ({
          seats: one.seatIds.map((id) => ordinalOf(plan, id)),
          why: one.why,
        }));
        setProposals(
          read.length > 0 && read.every(({ seats }) => seats.every((seat) => seat >= 0))
            ? read
            : null,
        );
      })
      .catch(() => {
        if (abort.signal.aborted) return;
        // Not asked again by this page: the map's own proposals do.
        isRecommending = false;
      });
    return () => abort.abort();
  }, [props.scheduleId, props.queued, grade, count, preference, plan]);
  return proposals;
}

let isRecommending = true;
