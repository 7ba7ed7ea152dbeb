/** What is to be written to people on each channel, and its fate. */
@NullMarked
package onsale.notification.delivery;

import org.jspecify.annotations.NullMarked;
