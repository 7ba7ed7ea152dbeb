@NullMarked
package onsale.user.login;

import org.jspecify.annotations.NullMarked;
