package onsale.contracts;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.messaging.MessageContract;
import org.jspecify.annotations.Nullable;

/**
 * A reservation is paid: its seats are sold to this fan. Or an organiser has taken its seats out of
 * the sale, and there is no payment. Carries what a ticket and a notification show, so that nobody
 * has to ask reservation for it.
 *
 * @param paymentId null if the seats were allocated by an organiser and not sold
 * @param turnId the turn that held the seats, which this purchase ends; null without a queue
 * @param title the event's title; null in messages sent before it was added
 * @param venue where the show is; null in messages sent before it was added
 * @param startsAt when the show starts; null in messages sent before it was added
 * @param seats the sold seats in the order of their ordinals; empty in messages sent before they
 *     were added
 * @param channel how it was paid, such as CARD; null in messages sent before it was added
 */
@MessageContract(
        owner = Context.RESERVATION,
        consumers = {
            Context.CATALOG,
            Context.QUEUE,
            Context.USER,
            Context.NOTIFICATION,
            Context.OPS
        },
        version = 4)
public record ReservationConfirmed(
        UUID reservationId,
        String reservationNumber,
        UUID userId,
        UUID eventScheduleId,
        List<UUID> seatIds,
        long totalAmount,
        @Nullable UUID paymentId,
        Instant confirmedAt,
        @JsonProperty("admissionId") @Nullable UUID turnId,
        @Nullable String title,
        @Nullable String venue,
        @Nullable Instant startsAt,
        List<Seat> seats,
        @Nullable String channel) {

    public ReservationConfirmed {
        seats = seats == null ? List.of() : List.copyOf(seats);
    }

    /** One of which nobody tells how it was paid. */
    public ReservationConfirmed(
            UUID reservationId,
            String reservationNumber,
            UUID userId,
            UUID eventScheduleId,
            List<UUID> seatIds,
            long totalAmount,
            @Nullable UUID paymentId,
            Instant confirmedAt,
            @Nullable UUID turnId,
            @Nullable String title,
            @Nullable String venue,
            @Nullable Instant startsAt,
            List<Seat> seats) {
        this(
                reservationId,
                reservationNumber,
                userId,
                eventScheduleId,
                seatIds,
                totalAmount,
                paymentId,
                confirmedAt,
                turnId,
                title,
                venue,
                startsAt,
                seats,
                null);
    }

    /** Whether a fan has bought the seats. */
    public boolean wasSold() {
        return paymentId != null;
    }

    /**
     * One sold seat.
     *
     * @param label how the seat is called in the hall, such as "1F A row 3 12"
     */
    public record Seat(UUID seatId, String label, String grade, long priceWon) {}
}
