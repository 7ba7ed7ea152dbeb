/** What Spring MVC does with every request and exception: strict input, and problem documents. */
@NullMarked
package onsale.edge.mvc;

import org.jspecify.annotations.NullMarked;
