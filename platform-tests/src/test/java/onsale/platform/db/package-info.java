@NullMarked
package onsale.platform.db;

import org.jspecify.annotations.NullMarked;
