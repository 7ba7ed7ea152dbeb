package onsale.reservation;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A reservation with its seats, as a row says. */
record Reservation(
        UUID id,
        String number,
        UUID userId,
        String personId,
        UUID scheduleId,
        Status status,
        long totalAmount,
        int counted,
        Instant holdExpiresAt,
        boolean expired,
        int extensions,
        String idempotencyKey,
        byte[] requestHash,
        @Nullable UUID orderId,
        @Nullable Instant closeAskedAt,
        @Nullable UUID paymentId,
        @Nullable Instant confirmedAt,
        @Nullable Instant cancelledAt,
        @Nullable String cancelReason,
        String title,
        String venue,
        String hall,
        String posterUrl,
        Instant startsAt,
        Instant createdAt,
        List<Seat> seats) {

    enum Status {
        PENDING,
        CONFIRMED,
        CANCELLED,
        DR_RECOVERED,
        DR_RESERVED
    }

    /** Why a reservation has no seats any more. */
    enum Reason {
        EXPIRED,
        RELEASED,
        ABANDONED,
        CANCELLED_BY_FAN,
        SHOW_CANCELLED,
        NOT_PAID
    }

    record Seat(
            UUID seatId,
            int ordinal,
            String seatNumber,
            String grade,
            long price,
            String zone,
            boolean active) {}

    /** Waiting for its payment: frozen until the order has its verdict. */
    boolean isCheckedOut() {
        return orderId != null;
    }

    Holder holder() {
        return Holder.of(userId, idempotencyKey);
    }

    List<Seat> activeSeats() {
        return seats.stream().filter(Seat::active).toList();
    }

    List<Integer> activeOrdinals() {
        return activeSeats().stream().map(Seat::ordinal).toList();
    }

    List<UUID> activeSeatIds() {
        return activeSeats().stream().map(Seat::seatId).toList();
    }
}
