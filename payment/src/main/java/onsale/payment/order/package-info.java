/** Orders, the attempts to pay them, and the one verdict that each order gets. */
@NullMarked
package onsale.payment.order;

import org.jspecify.annotations.NullMarked;
