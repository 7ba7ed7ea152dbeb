@NullMarked
package onsale.platform.job;

import org.jspecify.annotations.NullMarked;
