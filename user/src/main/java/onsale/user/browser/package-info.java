/** Login, refresh and logout of browsers, which keep the refresh token in a cookie. */
@NullMarked
package onsale.user.browser;

import org.jspecify.annotations.NullMarked;
