/** Login by e-mail and password, its history, and the delays after wrong passwords. */
@NullMarked
package onsale.user.login;

import org.jspecify.annotations.NullMarked;
