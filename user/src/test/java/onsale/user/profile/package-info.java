@NullMarked
package onsale.user.profile;

import org.jspecify.annotations.NullMarked;
