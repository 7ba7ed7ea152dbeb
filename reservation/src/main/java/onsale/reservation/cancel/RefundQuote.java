package onsale.reservation.cancel;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.platform.Sha256;
import onsale.platform.pass.ClaimsReader;
import onsale.platform.pass.PassCheck;
import onsale.platform.pass.PassKind;
import onsale.platform.pass.PassPurpose;
import onsale.platform.pass.Passes;
import onsale.reservation.Reservation.Seat;

/**
 * The refund quote {@code qq_…}: this fan may give these seats back for this fee. It holds for a
 * few minutes, even if the fee goes up meanwhile.
 *
 * @param seats see {@link #digest}
 */
record RefundQuote(UUID reservationId, UUID userId, UUID seats, int feePercent) {

    private static final PassKind KIND = PassKind.of(PassPurpose.REFUND_QUOTE, "reservation", 52);

    /** The outcome of reading a quote. */
    sealed interface Reading {

        record Genuine(RefundQuote quote) implements Reading {}

        /** Genuine once, and over. */
        record Over() implements Reading {}

        record NotOurs() implements Reading {}
    }

    String issue(Passes passes, Instant validUntil) {
        return passes.issue(
                KIND,
                validUntil,
                claims -> claims.uuid(reservationId).uuid(userId).uuid(seats).int32(feePercent));
    }

    static Reading read(Passes passes, String text) {
        return switch (passes.verify(KIND, text)) {
            case PassCheck.Valid valid -> new Reading.Genuine(of(valid.claims()));
            case PassCheck.Invalid invalid when invalid.reason() == PassCheck.Reason.EXPIRED ->
                    new Reading.Over();
            case PassCheck.Invalid _ -> new Reading.NotOurs();
        };
    }

    private static RefundQuote of(ClaimsReader claims) {
        return new RefundQuote(claims.uuid(), claims.uuid(), claims.uuid(), claims.int32());
    }

    long feeWon(long priceWon) {
        return RefundPolicy.feeWon(priceWon, feePercent);
    }

    /** Whether it is about exactly these seats of this fan's reservation. */
    boolean isFor(UUID user, UUID reservation, List<Seat> chosen) {
        return userId.equals(user)
                && reservationId.equals(reservation)
                && seats.equals(digest(chosen));
    }

    /** The seats and their prices in the sixteen bytes that a pass has for them. */
    static UUID digest(List<Seat> seats) {
        StringBuilder text = new StringBuilder();
        seats.stream()
                .sorted((one, other) -> Integer.compare(one.ordinal(), other.ordinal()))
                .forEach(seat ->
                        text.append(seat.ordinal()).append(':').append(seat.price()).append('/'));
        ByteBuffer digest = ByteBuffer.wrap(Sha256.of(text.toString()));
        return new UUID(digest.getLong(), digest.getLong());
    }
}
