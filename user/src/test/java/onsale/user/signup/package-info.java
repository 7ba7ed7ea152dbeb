@NullMarked
package onsale.user.signup;

import org.jspecify.annotations.NullMarked;
