/** Accounts to try the platform with. */
@NullMarked
package onsale.user.demo;

import org.jspecify.annotations.NullMarked;
