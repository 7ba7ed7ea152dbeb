/** Looks at a platform as a careful operator would each day, week and month. */
@NullMarked
package onsale.ops.doctor;

import org.jspecify.annotations.NullMarked;
