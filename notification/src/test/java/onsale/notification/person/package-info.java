@NullMarked
package onsale.notification.person;

import org.jspecify.annotations.NullMarked;
