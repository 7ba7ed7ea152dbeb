@NullMarked
package onsale.notification.delivery;

import org.jspecify.annotations.NullMarked;
