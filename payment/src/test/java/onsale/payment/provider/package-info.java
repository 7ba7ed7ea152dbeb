@NullMarked
package onsale.payment.provider;

import org.jspecify.annotations.NullMarked;
