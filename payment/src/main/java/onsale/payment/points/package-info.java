/** Points that a payment earns: pending, spendable, spent, returned, reversed, expired. */
@NullMarked
package onsale.payment.points;

import org.jspecify.annotations.NullMarked;
