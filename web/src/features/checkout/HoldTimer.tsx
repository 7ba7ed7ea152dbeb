import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { timeLeft } from "../../lib/clock";
import { countdown, isoDuration } from "../../lib/format";
import { useTimeLeft } from "../../lib/useServerTime";
import { reservationKey } from "./data";
import { sentenceOf } from "./problems";
import { text } from "./text";
import type { Reservation } from "./verdict";

const HURRY_MILLIS = 60_000;
const MARKS_SECONDS = [120, 60, 30];

/** How long the seats are held, by the server's clock, and one tap for more. */
export function HoldTimer({ reservation }: { reservation: Reservation }) {
  const t = useText(text);
  const queries = useQueryClient();
  const left = useTimeLeft(reservation.holdExpiresAt);
  const [canExtend, setCanExtend] = useState(true);
  const [said, setSaid] = useState("");
  const id = reservation.reservationId;
  useEffect(() => {
    const seconds = Math.ceil(left / 1000);
    if (MARKS_SECONDS.includes(seconds)) {
      setSaid(
        seconds >= 60 ? t("minutesLeft", { n: seconds / 60 }) : t("secondsLeft", { n: seconds }),
      );
    }
    // Whether it is over says the server, not the clock on this side.
    if (seconds === 0) void queries.invalidateQueries({ queryKey: reservationKey(id) });
  }, [left, t, queries, id]);
  const extend = async () => {
    try {
      const held = await call("/api/reservations/hold/{id}/extend", "post", {
        path: { id },
        signedIn: true,
      });
      setSaid(t("extended", { left: countdown(timeLeft(held.holdExpiresAt)) }));
    } catch (error) {
      setSaid(
        isProblem(error, "reservation.no_more_extensions") ? t("noExtension") : sentenceOf(error),
      );
      if (isProblem(error) && !error.isTemporary) setCanExtend(false);
    }
    void queries.invalidateQueries({ queryKey: reservationKey(id) });
  };
  return (
    <header className={`hold-bar${left < HURRY_MILLIS ? " is-late" : ""}`}>
      <div className="wrap">
        <time className="num" role="timer" dateTime={isoDuration(left)}>
          {countdown(left)}
        </time>
        <span className="hold-words grow">
          {t(left < HURRY_MILLIS ? "hurry" : reservation.checkedOut ? "payFor" : "heldFor")}
        </span>
        {canExtend && !reservation.checkedOut ? (
          <button type="button" onClick={() => void extend()}>
            {t("extend")}
          </button>
        ) : null}
      </div>
      <p className={said === t("noExtension") ? "wrap small" : "hidden-text"} role="status">
        {said}
      </p>
    </header>
  );
}
