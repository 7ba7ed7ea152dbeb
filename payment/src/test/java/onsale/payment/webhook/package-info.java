@NullMarked
package onsale.payment.webhook;

import org.jspecify.annotations.NullMarked;
