package onsale.reservation.payment;

/** Whether the money of a refund is known to be back. */
public enum RefundStatus {
    REFUND_PENDING,
    REFUNDED
}
