@NullMarked
package onsale.payment.order;

import org.jspecify.annotations.NullMarked;
