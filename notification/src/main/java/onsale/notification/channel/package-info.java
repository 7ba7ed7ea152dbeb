/** Ways to reach people besides mail: SMS, push to apps and to browsers. */
@NullMarked
package onsale.notification.channel;

import org.jspecify.annotations.NullMarked;
