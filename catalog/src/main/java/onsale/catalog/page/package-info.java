/** What search engines and previews of links read of the pages of shows. */
@NullMarked
package onsale.catalog.page;

import org.jspecify.annotations.NullMarked;
