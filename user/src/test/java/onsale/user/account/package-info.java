@NullMarked
package onsale.user.account;

import org.jspecify.annotations.NullMarked;
