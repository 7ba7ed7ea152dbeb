/** What organisers, operators and administrators do is recorded with the change itself. */
@NullMarked
package onsale.platform.audit;

import org.jspecify.annotations.NullMarked;
