@NullMarked
package onsale.payment.pay;

import org.jspecify.annotations.NullMarked;
