/**
 * The door: the one public listener of a process. It serves the web app and hot reads from memory,
 * keeps event streams, and passes everything else on to the ordinary server on loopback.
 */
@NullMarked
package onsale.edge.door;

import org.jspecify.annotations.NullMarked;
