/** Settings as validated records: one per module, every default in one place. */
@NullMarked
package onsale.platform.settings;

import org.jspecify.annotations.NullMarked;
