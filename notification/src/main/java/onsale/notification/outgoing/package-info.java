/** Requests to addresses that others give us. */
@NullMarked
package onsale.notification.outgoing;

import org.jspecify.annotations.NullMarked;
