/** What PostgreSQL and Redis say of themselves, as metrics and for the doctor. */
@NullMarked
package onsale.ops.server;

import org.jspecify.annotations.NullMarked;
