/** The words of events: how text is compared in searches, and where its index is kept. */
@NullMarked
package onsale.catalog.words;

import org.jspecify.annotations.NullMarked;
