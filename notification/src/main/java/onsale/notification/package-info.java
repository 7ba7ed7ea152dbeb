/** Notifications. Owns the schema {@code notification_service}. */
@NullMarked
package onsale.notification;

import org.jspecify.annotations.NullMarked;
