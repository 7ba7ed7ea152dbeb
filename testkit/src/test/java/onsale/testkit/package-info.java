@NullMarked
package onsale.testkit;

import org.jspecify.annotations.NullMarked;
