/** Refunds: each charge that must go back is requested once, and the ledger books it when it is. */
@NullMarked
package onsale.payment.refund;

import org.jspecify.annotations.NullMarked;
