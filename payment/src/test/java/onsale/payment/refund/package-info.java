@NullMarked
package onsale.payment.refund;

import org.jspecify.annotations.NullMarked;
