/** What every request passes before a context sees it. */
@NullMarked
package onsale.edge;

import org.jspecify.annotations.NullMarked;
