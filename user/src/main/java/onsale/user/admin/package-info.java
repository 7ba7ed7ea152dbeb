/** Administrators, which the operator creates directly in the database. */
@NullMarked
package onsale.user.admin;

import org.jspecify.annotations.NullMarked;
