@NullMarked
package onsale.user.token;

import org.jspecify.annotations.NullMarked;
