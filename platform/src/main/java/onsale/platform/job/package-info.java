/** Periodic work shared by several nodes: one runs it at a time, any of them can. */
@NullMarked
package onsale.platform.job;

import org.jspecify.annotations.NullMarked;
