@NullMarked
package onsale.payment.settle;

import org.jspecify.annotations.NullMarked;
