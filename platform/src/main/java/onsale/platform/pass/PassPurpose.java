package onsale.platform.pass;

/**
 * The purpose of a pass. The prefix is for people and logs; the code is signed, so that a pass with
 * another prefix is a forgery. Codes are never reused.
 */
public enum PassPurpose {
    /** From queue to reservation: this fan was admitted. */
    ENTRY("qr_", 1),
    /** From reservation to payment: what is to be paid. */
    PAYMENT_ORDER("qp_", 2),
    /** From queue to itself: the fan's place in line. */
    RECEIPT("qc_", 3),
    /** From reservation to the entrance of the hall: the seat that was bought. */
    TICKET("qt_", 4),
    /** From reservation to itself: what comes back for seats that are given up. */
    REFUND_QUOTE("qq_", 8);

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
