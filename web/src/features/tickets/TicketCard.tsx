import { useText } from "../../i18n/useText";
import { floorName, money, name, names, parseSeat, showTime } from "../../lib/format";
import { GradeMark } from "../../ui/GradeMark";
import type { Look } from "../../ui/grades";
import { Poster } from "../../ui/Poster";
import type { Booking, Ticket } from "./bookings";
import { QrCode } from "./QrCode";
import { text } from "./text";

/** One seat's ticket. All are in the page, so that printing prints them all. */
export function TicketCard(props: {
  booking: Booking;
  ticket: Ticket;
  look: Look;
  isVoid: boolean;
  isShown: boolean;
}) {
  const t = useText(text);
  const { booking, ticket, look, isVoid, isShown } = props;
  const title = names(booking.title);
  const price = booking.seats.find((one) => one.seatId === ticket.seatId)?.price;
  return (
    <article
      className={`ticket${isVoid ? " ticket-void" : ""}${isShown ? "" : " ticket-behind"}`}
      aria-labelledby={`seat-${ticket.seatId}`}
    >
      <div className="ticket-poster">
        <Poster url={booking.posterUrl} />
      </div>
      <div className="ticket-body">
        <h2 className="title-2" id={`seat-${ticket.seatId}`}>
          {title.main}
        </h2>
        {title.other ? <p className="caption ink-3">{title.other}</p> : null}
        <p className="num">{showTime(booking.startsAt)}</p>
        <p className="small ink-3">
          {name(booking.venue)} {name(booking.hall)}
        </p>
        <SeatFigures ticket={ticket} />
        <p className="badge">
          <GradeMark look={look} />
          {t("grade", { grade: ticket.grade })}
        </p>
      </div>
      <div className="ticket-edge" aria-hidden="true" />
      <div className="ticket-code">
        {isVoid ? null : (
          <>
            <QrCode value={ticket.code} label={t("codeLabel", { code: ticket.code })} />
            <p className="small ink-2">{t("showCode")}</p>
          </>
        )}
        <dl className="ticket-numbers caption">
          <dt className="ink-3">{t("ticketNumber")}</dt>
          <dd className="num">{ticket.number}</dd>
          <dt className="ink-3">{t("reservationNumber")}</dt>
          <dd className="num">{booking.reservationNumber}</dd>
          <dt className="ink-3">{t("paid")}</dt>
          <dd className="num">{money(price ?? booking.totalAmount)}</dd>
        </dl>
      </div>
    </article>
  );
}

function SeatFigures({ ticket }: { ticket: Ticket }) {
  const t = useText(text);
  const { floor, section, row, number } = parseSeat(ticket.seatNumber);
  const figures =
    row === undefined
      ? ([["seat", number]] as const)
      : ([
          ["floor", floorName(floor)],
          ["section", section ?? ""],
          ["row", row],
          ["number", number],
        ] as const);
  return (
    <dl className="seat-figures">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="caption ink-3">{t(label)}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
