@NullMarked
package onsale.user.search;

import org.jspecify.annotations.NullMarked;
