/** Errors as clients see them: RFC 9457 problem details with stable codes. */
@NullMarked
package onsale.platform.problem;

import org.jspecify.annotations.NullMarked;
