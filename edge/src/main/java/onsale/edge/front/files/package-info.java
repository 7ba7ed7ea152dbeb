/** The files of the web app, served from memory. */
@NullMarked
package onsale.edge.front.files;

import org.jspecify.annotations.NullMarked;
