@NullMarked
package onsale.notification.webhook;

import org.jspecify.annotations.NullMarked;
