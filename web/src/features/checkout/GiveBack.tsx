import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { useText } from "../../i18n/useText";
import { Notice } from "../../ui/Notice";
import { Sheet } from "../../ui/Sheet";
import { reservationKey } from "./data";
import { sentenceOf } from "./problems";
import { text } from "./text";
import type { Reservation } from "./verdict";

/** Gives the seats back; an open payment is closed first, and the page says so until it is. */
export function GiveBack({ reservation }: { reservation: Reservation }) {
  const t = useText(text);
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const [isUnderWay, setUnderWay] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const id = reservation.reservationId;
  const giveBack = async () => {
    setAsked(false);
    setUnderWay(true);
    setProblem(null);
    try {
      await (reservation.checkedOut ? abandon(id) : release(id));
    } catch (error) {
      setUnderWay(false);
      setProblem(sentenceOf(error));
    }
    void queries.invalidateQueries({ queryKey: reservationKey(id) });
  };
  return (
    <div className="give-back">
      {isUnderWay ? (
        <Notice tone="plain">
          <span role="status">{t("givingBack")}</span>
        </Notice>
      ) : (
        <button type="button" className="button-quiet" onClick={() => setAsked(true)}>
          {t("giveBack")}
        </button>
      )}
      {problem ? (
        <Notice tone="stop" alert>
          {problem}
        </Notice>
      ) : null}
      <Sheet open={isAsked} onClose={() => setAsked(false)} labelledBy="give-back-title">
        <h2 id="give-back-title" className="title-2">
          {t("giveBackTitle")}
        </h2>
        <p className="ink-2">{t("giveBackDetail")}</p>
        <button type="button" className="button button-wide" onClick={() => setAsked(false)}>
          {t("giveBackNo")}
        </button>
        <button
          type="button"
          className="button button-danger button-wide"
          onClick={() => void giveBack()}
        >
          {t("giveBackYes")}
        </button>
      </Sheet>
    </div>
  );
}

async function release(id: string): Promise<void> {
  try {
    await call("/api/reservations/hold/{id}", "delete", { path: { id }, signedIn: true });
  } catch (error) {
    // Another tab has checked out meanwhile.
    if (!isProblem(error, "reservation.order_open")) throw error;
    await abandon(id);
  }
}

async function abandon(id: string): Promise<void> {
  await call("/api/reservations/{id}/abandon", "post", { path: { id }, signedIn: true });
}
