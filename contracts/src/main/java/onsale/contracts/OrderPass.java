package onsale.contracts;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.pass.ClaimsReader;
import onsale.platform.pass.PassCheck;
import onsale.platform.pass.PassKind;
import onsale.platform.pass.PassPurpose;
import onsale.platform.pass.Passes;

/**
 * The payment order {@code qp_…}: what this fan is to pay for this reservation.
 *
 * @param refundableUntil until when tickets can be given back, to the second: the show begins
 */
public record OrderPass(
        UUID orderId,
        UUID reservationId,
        UUID userId,
        UUID scheduleId,
        long amountWon,
        Instant refundableUntil) {

    private static final PassKind KIND = PassKind.of(PassPurpose.PAYMENT_ORDER, "payment/2", 80);

    public OrderPass {
        refundableUntil = refundableUntil.truncatedTo(ChronoUnit.SECONDS);
    }

    public String issue(Passes passes, Instant payBefore) {
        return passes.issue(
                KIND,
                payBefore,
                claims ->
                        claims.uuid(orderId)
                                .uuid(reservationId)
                                .uuid(userId)
                                .uuid(scheduleId)
                                .int64(amountWon)
                                .int64(refundableUntil.getEpochSecond()));
    }

    /** Empty for anything but a genuine order that is still to be paid in time. */
    public static Optional<OrderPass> read(Passes passes, String text) {
        return passes.verify(KIND, text) instanceof PassCheck.Valid valid
                ? Optional.of(of(valid.claims()))
                : Optional.empty();
    }

    private static OrderPass of(ClaimsReader claims) {
        return new OrderPass(
                claims.uuid(),
                claims.uuid(),
                claims.uuid(),
                claims.uuid(),
                claims.int64(),
                Instant.ofEpochSecond(claims.int64()));
    }
}
