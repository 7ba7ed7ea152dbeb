/** What the operator does by command: administrators, and the next keys. */
@NullMarked
package onsale.user.admin;

import org.jspecify.annotations.NullMarked;
