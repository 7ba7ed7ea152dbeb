@NullMarked
package onsale.payment;

import org.jspecify.annotations.NullMarked;
