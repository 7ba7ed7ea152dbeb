package onsale.reservation.operator;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What an operator wants to give back of a reservation, and what became of it.
 *
 * @param id chosen by whoever asks
 * @param ordinals of the seats
 * @param amountWon what goes back: the price of the seats less the fee
 * @param needsSecond whether it is above the limit of one operator
 * @param decidedBy who approved or declined it; null while it waits and for what needed nobody
 * @param refundId of the money that goes back; null unless it does
 */
public record RefundRequest(
        UUID id,
        UUID reservationId,
        List<Integer> ordinals,
        int feePercent,
        long amountWon,
        String reason,
        boolean needsSecond,
        State state,
        UUID askedBy,
        Instant askedAt,
        @Nullable UUID decidedBy,
        @Nullable Instant decidedAt,
        @Nullable UUID refundId) {

    /** Where it stands. */
    public enum State {
        /** For a second operator. */
        WAITING,
        /** The seats are given back, and payment is asked for the money. */
        DONE,
        DECLINED
    }
}
