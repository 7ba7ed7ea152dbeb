/** The launcher: commands, settings, roles, and the wiring of one process. */
@NullMarked
package onsale.app;

import org.jspecify.annotations.NullMarked;
