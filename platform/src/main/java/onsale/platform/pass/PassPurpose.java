package onsale.platform.pass;

/**
 * What a pass is good for. The prefix tells people and logs; the code is part of what is signed, so
 * that exchanging the prefix makes a forgery and not another pass. Codes are never reused.
 */
public enum PassPurpose {
    /** Queue to reservation: this fan was admitted. */
    ENTRY("qr_", 1),
    /** Reservation to payment: this is to be paid. */
    PAYMENT_ORDER("qp_", 2),
    /** Queue to itself: this fan's place in line. */
    RECEIPT("qc_", 3),
    /** Reservation to the door of the hall: this seat is theirs. */
    TICKET("qt_", 4);

    private final String prefix;
    private final int code;

    PassPurpose(String prefix, int code) {
        this.prefix = prefix;
        this.code = code;
    }

    public String prefix() {
        return prefix;
    }

    int code() {
        return code;
    }
}
