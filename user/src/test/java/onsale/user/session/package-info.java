@NullMarked
package onsale.user.session;

import org.jspecify.annotations.NullMarked;
