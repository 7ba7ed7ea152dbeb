/** What people are told of: their bookings, shows and sales. */
@NullMarked
package onsale.notification.notice;

import org.jspecify.annotations.NullMarked;
