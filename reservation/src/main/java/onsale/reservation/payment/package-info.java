/**
 * What reservation asks of payment: to close orders and to refund payments, until it is answered.
 */
@NullMarked
package onsale.reservation.payment;

import org.jspecify.annotations.NullMarked;
