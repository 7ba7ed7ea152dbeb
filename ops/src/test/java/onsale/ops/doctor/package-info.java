@NullMarked
package onsale.ops.doctor;

import org.jspecify.annotations.NullMarked;
