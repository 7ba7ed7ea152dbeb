@NullMarked
package onsale.notification;

import org.jspecify.annotations.NullMarked;
