package onsale.checker;

import java.util.UUID;

/** What a fan was told of a reservation. */
public record Promise(UUID reservationId, What what) {

    /** What a response said; CANCEL_ASKED is a request whose result may be unknown. */
    public enum What {
        HELD,
        CONFIRMED,
        CANCEL_ASKED,
        GIVEN_BACK
    }
}
