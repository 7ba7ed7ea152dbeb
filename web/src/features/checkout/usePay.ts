import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { name } from "../../lib/format";
import { begin, forget, keep } from "./attempt";
import { type PayMethod, reservationKey } from "./data";
import { sentenceOf } from "./problems";
import { openProvider } from "./provider";
import type { Payment, Reservation } from "./verdict";

/** From the button to the provider's page. Pressing it twice, or in two tabs, pays once. */
export function usePay(reservation: Reservation | undefined) {
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const [isPaying, setPaying] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const id = reservation?.reservationId ?? "";

  useEffect(() => {
    // Back from the provider's page, the page is as it was left.
    const shown = (event: PageTransitionEvent) => {
      if (event.persisted) {
        setPaying(false);
        void queries.invalidateQueries({ queryKey: reservationKey(id) });
      }
    };
    addEventListener("pageshow", shown);
    return () => removeEventListener("pageshow", shown);
  }, [id, queries]);

  async function prepare({ method, channelKey }: PayMethod, points: number): Promise<Payment> {
    const order = await call("/api/reservations/{id}/checkout", "post", {
      path: { id },
      signedIn: true,
    });
    for (let tries = 0; ; tries++) {
      const attempt = begin(id, method, channelKey, points);
      const payment = await call("/api/payments", "post", {
        body: {
          paymentOrder: order.paymentOrder,
          paymentKey: attempt.paymentKey,
          method,
          ...(channelKey === "" ? {} : { channelKey }),
          ...(points === 0 ? {} : { points }),
        },
        signedIn: true,
      });
      if (payment.status === "FAILED" && tries === 0) {
        forget(id); // that try is over: this is the next
        continue;
      }
      keep(id, { ...attempt, paymentId: payment.paymentId });
      return payment;
    }
  }

  async function pay(chosen: PayMethod, points: number): Promise<void> {
    if (isPaying || !reservation) return;
    setPaying(true);
    setProblem(null);
    try {
      const payment = await prepare(chosen, points);
      if (payment.status === "SUCCESS" || payment.checking) {
        navigate(`/pay/return?reservationId=${id}`);
        return;
      }
      openProvider(payment, name(reservation.title), chosen.method);
    } catch (error) {
      if (isProblem(error) && error.status === 401) {
        navigate(`/login?next=${encodeURIComponent(`/checkout/${id}`)}`);
        return;
      }
      if (isProblem(error, "payment.under_way")) {
        navigate(`/pay/return?reservationId=${id}`);
        return;
      }
      if (isProblem(error, "payment.key_reused")) forget(id);
      if (isProblem(error, "payment.not_enough_points")) {
        forget(id);
        void queries.invalidateQueries({ queryKey: ["points"] });
      }
      setProblem(sentenceOf(error));
      setPaying(false);
      void queries.invalidateQueries({ queryKey: reservationKey(id) });
    }
  }

  return { pay, isPaying, problem, setProblem };
}
