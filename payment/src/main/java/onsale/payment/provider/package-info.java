/** PortOne's payments API: what can be asked of it, and how it shows a payment. */
@NullMarked
package onsale.payment.provider;

import org.jspecify.annotations.NullMarked;
