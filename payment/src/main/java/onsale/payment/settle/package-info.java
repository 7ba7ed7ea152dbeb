/**
 * Settles what the provider shows: a charge pays its order, goes back, or is refused. Asks the
 * provider about attempts and refunds until the answer is final.
 */
@NullMarked
package onsale.payment.settle;

import org.jspecify.annotations.NullMarked;
