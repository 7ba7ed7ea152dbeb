@NullMarked
package onsale.notification.notice;

import org.jspecify.annotations.NullMarked;
