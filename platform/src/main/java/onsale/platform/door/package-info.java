/**
 * What a context offers to the public listener of its process, in plain Java: reads answered from
 * memory and event streams. No type of a web framework or of the listener appears here.
 */
@NullMarked
package onsale.platform.door;

import org.jspecify.annotations.NullMarked;
