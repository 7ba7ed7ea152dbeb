import { useQuery } from "@tanstack/react-query";
import type { Answer } from "../../api/answers";
import { call } from "../../api/client";
import { isProblem } from "../../api/problem";
import { useSession } from "../../session/useSession";
import type { text } from "./text";

export type RefundRequest = Answer<"/api/admin/refunds/requests", "get">["items"][number];
export type RefundState = RefundRequest["state"];
type Key = Parameters<typeof text>[0];

const PAGE_SIZE = 50;

/** Refunds that operators have asked for, the latest first. */
export function useRefunds(state: RefundState) {
  const session = useSession();
  return useQuery({
    queryKey: ["refund-requests", state],
    queryFn: ({ signal }) =>
      call("/api/admin/refunds/requests", "get", {
        query: { state, size: PAGE_SIZE },
        signedIn: true,
        signal,
      }),
    enabled: session !== "out",
  });
}

export function approve(requestId: string): Promise<RefundRequest> {
  return call("/api/admin/refunds/requests/{requestId}/approve", "post", {
    path: { requestId },
    signedIn: true,
  });
}

export function decline(requestId: string): Promise<RefundRequest> {
  return call("/api/admin/refunds/requests/{requestId}/decline", "post", {
    path: { requestId },
    signedIn: true,
  });
}

/** What to tell an operator whose decision was refused. */
export function whyNot(error: unknown): Key {
  switch (isProblem(error) ? error.code : "") {
    case "reservation.second_person_needed":
      return "refundOwnRequest";
    case "reservation.own_reservation":
      return "refundOwn";
    case "reservation.refund_decided":
      return "refundDecided";
    case "reservation.ticket_used":
      return "refundUsed";
    case "reservation.wrong_state":
    case "reservation.no_such_seats":
    case "reservation.order_open":
      return "refundChanged";
    default:
      return "refundFailed";
  }
}
