/** The processes of the platform, for operators. */
@NullMarked
package onsale.ops.node;

import org.jspecify.annotations.NullMarked;
