/** What a context contributes to integrity checks: probes and repairs. */
@NullMarked
package onsale.platform.integrity;

import org.jspecify.annotations.NullMarked;
