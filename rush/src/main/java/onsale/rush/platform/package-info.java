/** The processes of a rehearsal: nodes and servers, and the processor time they take. */
@NullMarked
package onsale.rush.platform;

import org.jspecify.annotations.NullMarked;
