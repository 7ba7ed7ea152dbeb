package onsale.checker;

import java.util.UUID;

/** What a fan was told of a reservation. */
public record Promise(UUID reservationId, What what) {

    /** Told by an answer, but for CANCEL_ASKED: the fan wanted it back and may have got it. */
    public enum What {
        HELD,
        CONFIRMED,
        CANCEL_ASKED,
        GIVEN_BACK
    }
}
