@NullMarked
package onsale.notification.channel;

import org.jspecify.annotations.NullMarked;
