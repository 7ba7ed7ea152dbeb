@NullMarked
package onsale.payment.points;

import org.jspecify.annotations.NullMarked;
