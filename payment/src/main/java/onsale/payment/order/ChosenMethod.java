package onsale.payment.order;

import onsale.platform.portone.PaymentMethod;

/** A payment method and the channel that it goes through. */
public record ChosenMethod(PaymentMethod method, String channelKey) {}
