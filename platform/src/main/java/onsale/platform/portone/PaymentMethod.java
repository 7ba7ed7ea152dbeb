package onsale.platform.portone;

/**
 * A method of payment. Virtual accounts are not offered: they are paid hours later by design, when
 * the hold has expired.
 */
public enum PaymentMethod {
    CARD,
    TRANSFER,
    EASY_PAY
}
