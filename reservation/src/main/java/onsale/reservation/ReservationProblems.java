package onsale.reservation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.problem.ProblemCode;
import onsale.platform.problem.ProblemCodes;
import onsale.reservation.Reservation.Status;

/** The problems with which this context refuses requests. */
public final class ReservationProblems {

    /** The codes as text, for {@link ProblemCodes}. */
    public static final class Codes {

        public static final String SEATS_TAKEN = "reservation.seats_taken";
        public static final String ZONE_FULL = "reservation.zone_full";
        public static final String TOO_MANY_SEATS = "reservation.too_many_seats";
        public static final String OVER_LIMIT = "reservation.over_limit";
        public static final String NOT_ON_SALE = "reservation.not_on_sale";
        public static final String NO_SUCH_SEATS = "reservation.no_such_seats";
        public static final String ENTRY_NEEDED = "reservation.entry_needed";
        public static final String ENTRY_USED = "reservation.entry_used";
        public static final String KEY_REUSED = "reservation.key_reused";
        public static final String HOLD_OVER = "reservation.hold_over";
        public static final String ORDER_OPEN = "reservation.order_open";
        public static final String NOT_CHECKED_OUT = "reservation.not_checked_out";
        public static final String WRONG_STATE = "reservation.wrong_state";
        public static final String NO_MORE_EXTENSIONS = "reservation.no_more_extensions";
        public static final String TOO_LATE = "reservation.too_late";
        public static final String QUOTE_OVER = "reservation.quote_over";
        public static final String QUOTE_NOT_VALID = "reservation.quote_not_valid";
        public static final String TICKET_USED = "reservation.ticket_used";
        public static final String TICKET_VOID = "reservation.ticket_void";
        public static final String WRONG_DOOR = "reservation.wrong_door";
        public static final String OTHER_SHOW = "reservation.other_show";
        public static final String NO_SUCH_TICKET = "reservation.no_such_ticket";
        public static final String TICKET_GONE = "reservation.ticket_gone";
        public static final String NO_PDF = "reservation.no_pdf";
        public static final String NOT_NOW = "reservation.not_now";
        public static final String OWN_RESERVATION = "reservation.own_reservation";
        public static final String SECOND_PERSON_NEEDED = "reservation.second_person_needed";
        public static final String REFUND_WAITS = "reservation.refund_waits";
        public static final String REFUND_DECIDED = "reservation.refund_decided";
        public static final String MAIL_JUST_SENT = "reservation.mail_just_sent";

        private Codes() {}
    }

    public static final ProblemCode SEATS_TAKEN =
            new ProblemCode(Codes.SEATS_TAKEN, 409, "Seats are taken");
    public static final ProblemCode ZONE_FULL =
            new ProblemCode(Codes.ZONE_FULL, 409, "The zone is full");
    public static final ProblemCode TOO_MANY_SEATS =
            new ProblemCode(Codes.TOO_MANY_SEATS, 409, "Too many seats");
    public static final ProblemCode OVER_LIMIT =
            new ProblemCode(Codes.OVER_LIMIT, 409, "The limit per person is reached");
    public static final ProblemCode NOT_ON_SALE =
            new ProblemCode(Codes.NOT_ON_SALE, 409, "Not on sale");
    public static final ProblemCode NO_SUCH_SEATS =
            new ProblemCode(Codes.NO_SUCH_SEATS, 422, "There are no such seats");
    public static final ProblemCode ENTRY_NEEDED =
            new ProblemCode(Codes.ENTRY_NEEDED, 403, "Wait for your turn");
    public static final ProblemCode ENTRY_USED =
            new ProblemCode(Codes.ENTRY_USED, 403, "This turn is over");
    public static final ProblemCode KEY_REUSED =
            new ProblemCode(Codes.KEY_REUSED, 422, "The idempotency key is used already");
    public static final ProblemCode HOLD_OVER =
            new ProblemCode(Codes.HOLD_OVER, 410, "The hold is over");
    public static final ProblemCode ORDER_OPEN =
            new ProblemCode(Codes.ORDER_OPEN, 409, "A payment is open");
    public static final ProblemCode NOT_CHECKED_OUT =
            new ProblemCode(Codes.NOT_CHECKED_OUT, 409, "There is no payment to abandon");
    public static final ProblemCode WRONG_STATE =
            new ProblemCode(Codes.WRONG_STATE, 409, "Not possible in this state");
    public static final ProblemCode NO_MORE_EXTENSIONS =
            new ProblemCode(Codes.NO_MORE_EXTENSIONS, 409, "The hold was extended before");
    public static final ProblemCode TOO_LATE =
            new ProblemCode(Codes.TOO_LATE, 409, "Too late to cancel");
    public static final ProblemCode TICKET_USED =
            new ProblemCode(Codes.TICKET_USED, 409, "The ticket was used");
    public static final ProblemCode TICKET_VOID =
            new ProblemCode(Codes.TICKET_VOID, 409, "The ticket is cancelled");
    public static final ProblemCode WRONG_DOOR =
            new ProblemCode(Codes.WRONG_DOOR, 409, "The ticket enters by another door");
    public static final ProblemCode OTHER_SHOW =
            new ProblemCode(Codes.OTHER_SHOW, 409, "The ticket is for another show");
    public static final ProblemCode NO_SUCH_TICKET =
            new ProblemCode(Codes.NO_SUCH_TICKET, 422, "There is no such ticket");
    public static final ProblemCode TICKET_GONE =
            new ProblemCode(Codes.TICKET_GONE, 410, "The ticket is void");
    public static final ProblemCode NO_PDF =
            new ProblemCode(Codes.NO_PDF, 503, "Tickets cannot be printed here");
    public static final ProblemCode NOT_NOW =
            new ProblemCode(Codes.NOT_NOW, 503, "It could not be decided");

    public static final ProblemCode QUOTE_OVER =
            new ProblemCode(Codes.QUOTE_OVER, 410, "The quote is over");
    public static final ProblemCode QUOTE_NOT_VALID =
            new ProblemCode(Codes.QUOTE_NOT_VALID, 422, "The quote is not for these seats");

    public static final ProblemCode OWN_RESERVATION =
            new ProblemCode(Codes.OWN_RESERVATION, 403, "This is your own reservation");
    public static final ProblemCode SECOND_PERSON_NEEDED =
            new ProblemCode(Codes.SECOND_PERSON_NEEDED, 403, "Another operator has to approve");
    public static final ProblemCode REFUND_WAITS =
            new ProblemCode(Codes.REFUND_WAITS, 409, "Another refund waits");
    public static final ProblemCode REFUND_DECIDED =
            new ProblemCode(Codes.REFUND_DECIDED, 409, "This refund is decided");
    public static final ProblemCode MAIL_JUST_SENT =
            new ProblemCode(Codes.MAIL_JUST_SENT, 429, "The tickets were just sent");

    private ReservationProblems() {}

    public static Problem entryNeeded() {
        return Problem.of(
                ENTRY_NEEDED, "Enter the waiting room of this show and come back with its token.");
    }

    public static Problem notFound() {
        return Problem.of(PlatformProblems.NOT_FOUND, "Check the address.");
    }

    public static Problem notNow() {
        return Problem.of(NOT_NOW, "Send the same request again, with the same Idempotency-Key.")
                .retryIn(PlatformProblems.RETRY_AFTER);
    }

    public static Problem seatsTaken(List<UUID> seatIds) {
        return Problem.of(SEATS_TAKEN, "Choose other seats.").with("seatIds", seatIds);
    }

    public static Problem zoneFull(String zone) {
        return Problem.of(ZONE_FULL, "Choose another zone or fewer seats.").with("zone", zone);
    }

    public static Problem noSuchSeats(List<UUID> seatIds, List<String> zones) {
        return Problem.of(NO_SUCH_SEATS, "Read the layout again.")
                .with("seatIds", seatIds)
                .with("zones", zones);
    }

    public static Problem tooManySeats(int max) {
        return Problem.of(TOO_MANY_SEATS, "Choose at most %d seats at once.".formatted(max));
    }

    public static Problem overLimit(int max) {
        return Problem.of(OVER_LIMIT, "A person can have %d seats for this show.".formatted(max));
    }

    public static Problem notOnSale() {
        return Problem.of(NOT_ON_SALE, "Look up when the sale is open.");
    }

    public static Problem entryUsed() {
        return Problem.of(ENTRY_USED, "Enter the waiting room again to buy more.");
    }

    public static Problem keyReused() {
        return Problem.of(KEY_REUSED, "Use a new Idempotency-Key for another request.");
    }

    public static Problem holdOver() {
        return Problem.of(HOLD_OVER, "Choose seats again.");
    }

    public static Problem orderOpen() {
        return Problem.of(ORDER_OPEN, "Pay, or abandon the payment first.");
    }

    public static Problem wrongState(Status status) {
        return Problem.of(WRONG_STATE, "Read the reservation again.")
                .with("reservationStatus", status);
    }

    public static Problem notCheckedOut() {
        return Problem.of(NOT_CHECKED_OUT, "Release the hold instead.");
    }

    public static Problem noMoreExtensions() {
        return Problem.of(NO_MORE_EXTENSIONS, "Pay while the hold lasts.");
    }

    public static Problem ticketUsed(String number, String door, Instant at) {
        return Problem.of(TICKET_USED, "Ask the fan for another ticket.")
                .with("ticketNumber", number)
                .with("door", door)
                .with("usedAt", at);
    }

    public static Problem ticketEntered() {
        return Problem.of(TICKET_USED, "A ticket that was used at a door stays sold.");
    }

    public static Problem quoteOver() {
        return Problem.of(QUOTE_OVER, "Ask for a new refund quote.");
    }

    public static Problem quoteNotValid() {
        return Problem.of(QUOTE_NOT_VALID, "Ask for a refund quote for exactly these seats.");
    }

    public static Problem ticketVoid() {
        return Problem.of(TICKET_VOID, "Send the fan to the box office.");
    }

    public static Problem wrongDoor(String door) {
        return Problem.of(WRONG_DOOR, "Send the fan to the other door.").with("door", door);
    }

    public static Problem otherShow() {
        return Problem.of(OTHER_SHOW, "Look at the date of the ticket.");
    }

    public static Problem noSuchTicket() {
        return Problem.of(NO_SUCH_TICKET, "Read the code again.");
    }

    public static Problem ticketGone() {
        return Problem.of(TICKET_GONE, "Read the reservation again: the ticket was cancelled.");
    }

    public static Problem noPdf() {
        return Problem.of(NO_PDF, "Use the QR code as a picture, or print the page of the ticket.")
                .retryIn(PlatformProblems.RETRY_AFTER);
    }

    public static Problem ownReservation() {
        return Problem.of(OWN_RESERVATION, "Let another operator give it back.");
    }

    public static Problem secondPersonNeeded() {
        return Problem.of(
                SECOND_PERSON_NEEDED, "Let another operator approve it, or take it back.");
    }

    public static Problem refundWaits() {
        return Problem.of(
                REFUND_WAITS, "Let another operator decide about the refund that waits first.");
    }

    public static Problem refundDecided(String state) {
        return Problem.of(REFUND_DECIDED, "Read the list of refunds again.")
                .with("refundState", state);
    }

    public static Problem mailJustSent(Duration wait) {
        return Problem.of(MAIL_JUST_SENT, "Look into your mailbox before you ask again.")
                .retryIn(wait);
    }

    public static Problem tooLate() {
        return Problem.of(TOO_LATE, "Tickets can be given back until the day before the show.");
    }
}
