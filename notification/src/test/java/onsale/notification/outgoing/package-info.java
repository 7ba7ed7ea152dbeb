@NullMarked
package onsale.notification.outgoing;

import org.jspecify.annotations.NullMarked;
