/** Benchmarks: each compares with its limit or baseline in the same run. */
@NullMarked
package onsale.bench;

import org.jspecify.annotations.NullMarked;
