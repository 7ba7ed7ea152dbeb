@NullMarked
package onsale.rush.fan;

import org.jspecify.annotations.NullMarked;
