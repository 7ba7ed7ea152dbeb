/** A fan pays an order: prepare an attempt, confirm or cancel it, choose a payment method. */
@NullMarked
package onsale.payment.pay;

import org.jspecify.annotations.NullMarked;
