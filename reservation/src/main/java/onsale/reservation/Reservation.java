package onsale.reservation;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A reservation with its seats at the moment it was read. {@link #phase} says what can be done with
 * it.
 *
 * @param counted how many seats it counts of those a person may have
 * @param expired whether it was PENDING and its time over when it was read, by the database's clock
 * @param order null before the checkout, and of what is no sale
 * @param note what the organiser wrote beside an allocation; empty for a sale
 */
public record Reservation(
        UUID id,
        String number,
        UUID userId,
        String personId,
        UUID scheduleId,
        Status status,
        long totalWon,
        int counted,
        Instant holdExpiresAt,
        boolean expired,
        int extensions,
        Request request,
        @Nullable Order order,
        @Nullable Instant confirmedAt,
        @Nullable Instant cancelledAt,
        @Nullable String cancelReason,
        Show show,
        Instant createdAt,
        List<Seat> seats,
        Kind kind,
        String note) {

    /** The status as it is stored and shown. */
    public enum Status {
        PENDING,
        CONFIRMED,
        CANCELLED,
        DR_RECOVERED,
        DR_RESERVED
    }

    /** What the seats are for: sold to a fan, or allocated by the organiser. */
    public enum Kind {
        SALE,
        /** Kept by the house. */
        HOUSE,
        /** In the way of a camera or a desk. */
        CAMERA,
        SPONSOR,
        /** Given away, with tickets. */
        COMPLIMENTARY
    }

    /** Where a reservation stands, which decides what can be done with it. */
    public enum Phase {
        /** The seats are the fan's until the hold ends, to be changed or released. */
        HELD,
        /** The hold has ended and is not cancelled yet: others may take the seats. */
        HOLD_OVER,
        /** Checked out: the seats are frozen until the order has its verdict. */
        ORDER_OPEN,
        CONFIRMED,
        CANCELLED,
        /** Comes from another region; nothing here changes it. */
        RECOVERED
    }

    /** Why a reservation has no seats any more. */
    public enum Reason {
        EXPIRED,
        RELEASED,
        ABANDONED,
        CANCELLED_BY_FAN,
        CANCELLED_BY_OPERATOR,
        SHOW_CANCELLED,
        NOT_PAID
    }

    /** The request that made the reservation. */
    public record Request(String idempotencyKey, byte[] hash) {

        public boolean hasHash(byte[] other) {
            return Arrays.equals(hash, other);
        }
    }

    /**
     * The one order of a checked-out reservation.
     *
     * @param closeAskedAt since when payment is asked to close it
     * @param paymentId the payment that confirmed the reservation
     */
    public record Order(UUID id, @Nullable Instant closeAskedAt, @Nullable UUID paymentId) {}

    /** The show as it was when the seats were held. */
    public record Show(
            String title, String venue, String hall, String posterUrl, Instant startsAt) {}

    /**
     * A seat of the reservation.
     *
     * @param active whether the reservation still has it
     * @param fee what giving it back has cost; null unless it was paid and given back
     */
    public record Seat(
            UUID seatId,
            int ordinal,
            String seatNumber,
            String grade,
            long price,
            String zone,
            boolean active,
            @Nullable Long fee,
            @Nullable Instant cancelledAt) {

        /** A seat that the reservation has. */
        public static Seat held(
                UUID seatId,
                int ordinal,
                String seatNumber,
                String grade,
                long price,
                String zone) {
            return new Seat(seatId, ordinal, seatNumber, grade, price, zone, true, null, null);
        }
    }

    public Phase phase() {
        return switch (status) {
            case PENDING ->
                    isCheckedOut() ? Phase.ORDER_OPEN : expired ? Phase.HOLD_OVER : Phase.HELD;
            case CONFIRMED -> Phase.CONFIRMED;
            case CANCELLED -> Phase.CANCELLED;
            case DR_RECOVERED, DR_RESERVED -> Phase.RECOVERED;
        };
    }

    /** Whether a fan has bought it or is about to; else the organiser has taken it. */
    public boolean isSale() {
        return kind == Kind.SALE;
    }

    public boolean belongsTo(UUID user) {
        return userId.equals(user);
    }

    /** Whether it has an order, open or with its verdict. */
    public boolean isCheckedOut() {
        return order != null;
    }

    /** Whether its order is open and can still be paid in time. */
    public boolean isPayable() {
        return phase() == Phase.ORDER_OPEN && !expired && !isCloseAsked();
    }

    /** Whether payment has been asked to close its order. */
    public boolean isCloseAsked() {
        return order != null && order.closeAskedAt != null;
    }

    public boolean hasOrder(UUID id) {
        return order != null && order.id.equals(id);
    }

    public boolean isPaidBy(UUID paymentId) {
        return order != null && paymentId.equals(order.paymentId);
    }

    /** The id of its order, for callers that know that it is checked out. */
    public UUID orderId() {
        if (order == null) {
            throw new IllegalStateException("not checked out: " + id);
        }
        return order.id;
    }

    /** The payment that confirmed it, for callers that know that it was confirmed. */
    public UUID paymentId() {
        if (order == null || order.paymentId == null) {
            throw new IllegalStateException("not paid: " + id);
        }
        return order.paymentId;
    }

    public SeatHolder holder() {
        return SeatHolder.of(userId, request.idempotencyKey);
    }

    public Duration holdLeft(Instant now) {
        return Duration.between(now, holdExpiresAt);
    }

    public List<Seat> activeSeats() {
        return seats.stream().filter(Seat::active).toList();
    }

    public List<Integer> activeOrdinals() {
        return activeSeats().stream().map(Seat::ordinal).toList();
    }

    public List<UUID> activeSeatIds() {
        return activeSeats().stream().map(Seat::seatId).toList();
    }

    /** The ordinals of all seats it has or had. */
    public List<Integer> ordinals() {
        return seats.stream().map(Seat::ordinal).toList();
    }

    /** The ids of all seats it has or had. */
    public List<UUID> seatIds() {
        return seats.stream().map(Seat::seatId).toList();
    }
}
