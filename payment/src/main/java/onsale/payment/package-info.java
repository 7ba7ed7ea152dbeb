/**
 * Payment: takes the money for orders and gives it back. Owns the schema {@code payment_service}.
 */
@NullMarked
package onsale.payment;

import org.jspecify.annotations.NullMarked;
