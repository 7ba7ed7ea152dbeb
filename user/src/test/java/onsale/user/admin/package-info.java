@NullMarked
package onsale.user.admin;

import org.jspecify.annotations.NullMarked;
