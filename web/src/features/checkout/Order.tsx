import { useQuery } from "@tanstack/react-query";
import { call } from "../../api/client";
import { useText } from "../../i18n/useText";
import { money, name, seat, showTime } from "../../lib/format";
import { serverNow } from "../../lib/clock";
import { GradeMark } from "../../ui/GradeMark";
import { looksOf } from "../../ui/grades";
import { Poster } from "../../ui/Poster";
import { text } from "./text";
import type { Reservation } from "./verdict";

/** What is bought: the show, each seat with its price, and the sum that the button says. */
export function Order({ reservation }: { reservation: Reservation }) {
  const t = useText(text);
  const { scheduleId } = reservation;
  const grades = useQuery({
    queryKey: ["grades", scheduleId],
    queryFn: ({ signal }) =>
      call("/api/schedules/{scheduleId}/grades", "get", { path: { scheduleId }, signal }),
  });
  const looks = looksOf(
    grades.data ?? reservation.seats.map((one) => ({ grade: one.grade, price: one.price })),
  );
  return (
    <section className="order" aria-labelledby="order-title">
      <h2 id="order-title" className="hidden-text">
        {t("order")}
      </h2>
      <div className="order-show">
        <Poster url={reservation.posterUrl} />
        <div>
          <p className="title-3">{name(reservation.title)}</p>
          <p className="small ink-2">{showTime(reservation.startsAt, serverNow())}</p>
          <p className="small ink-3">
            {name(reservation.venue)} {name(reservation.hall)}
          </p>
        </div>
      </div>
      <ul className="order-seats">
        {reservation.seats.map((one) => (
          <li key={one.seatId}>
            <GradeMark look={looks.get(one.grade) ?? 6} />
            <span className="grow">{seat(one.seatNumber, one.grade)}</span>
            <span className="num">{money(one.price)}</span>
          </li>
        ))}
      </ul>
      <p className="order-total">
        <span className="title-3">{t("total")}</span>
        <strong className="num">{money(reservation.totalAmount)}</strong>
        <small className="caption ink-3">{t("noFee")}</small>
      </p>
    </section>
  );
}
