/** Payment. Owns the schema {@code payment_service}. */
@NullMarked
package onsale.payment;

import org.jspecify.annotations.NullMarked;
