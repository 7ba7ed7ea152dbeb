import { Link } from "wouter";
import { Bare } from "../../app/Bare";
import { MessagePage } from "../../app/MessagePage";
import { useText } from "../../i18n/useText";
import { money } from "../../lib/format";
import { text } from "./text";
import type { Reservation, Verdict } from "./verdict";

function whyRefunded(reason: string | null | undefined) {
  if (reason === "CANCELLED_BY_FAN" || reason === "CANCELLED_BY_OPERATOR") return "refundingOwn";
  return reason === "SHOW_CANCELLED" ? "refundingShow" : "refunding";
}

/** The seats are gone: first what became of the money, then the way on. */
export function Ended({ reservation, verdict }: { reservation: Reservation; verdict: Verdict }) {
  const t = useText(text);
  const price = money(reservation.totalAmount);
  const reason = reservation.cancelReason;
  const [title, detail] =
    verdict.kind === "refunding"
      ? [t(verdict.isDone ? "refundedTitle" : "refundingTitle", { price }), t(whyRefunded(reason))]
      : reason === "RELEASED" || reason === "ABANDONED"
        ? [t("releasedTitle"), t("released")]
        : reason === "EXPIRED" || reason === "NOT_PAID"
          ? [t("overTitle"), t("over")]
          : [t("cancelledTitle"), t("released")];
  return (
    <Bare>
      <MessagePage
        icon={verdict.kind === "refunding" ? "shield" : "clock"}
        title={title}
        detail={detail}
      >
        <Link className="button button-primary" href={`/seats/${reservation.scheduleId}`}>
          {t("toSeats")}
        </Link>
        <Link className="button" href={verdict.kind === "refunding" ? "/tickets" : "/"}>
          {t(verdict.kind === "refunding" ? "toTickets" : "toShows")}
        </Link>
      </MessagePage>
    </Bare>
  );
}
