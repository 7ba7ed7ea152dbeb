@NullMarked
package onsale.user;

import org.jspecify.annotations.NullMarked;
