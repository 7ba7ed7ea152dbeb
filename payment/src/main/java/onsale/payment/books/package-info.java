/**
 * Our books beside the provider's: the nightly comparison, and the repair of what integrity checks
 * find.
 */
@NullMarked
package onsale.payment.books;

import org.jspecify.annotations.NullMarked;
