/** What people choose: channels, devices, reminders. */
@NullMarked
package onsale.notification.person;

import org.jspecify.annotations.NullMarked;
