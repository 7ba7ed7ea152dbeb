@NullMarked
package onsale.platform.messaging;

import org.jspecify.annotations.NullMarked;
