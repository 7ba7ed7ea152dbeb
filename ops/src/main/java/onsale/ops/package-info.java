/** Operations. Owns the schema {@code ops}. */
@NullMarked
package onsale.ops;

import org.jspecify.annotations.NullMarked;
