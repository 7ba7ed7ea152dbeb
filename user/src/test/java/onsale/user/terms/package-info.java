@NullMarked
package onsale.user.terms;

import org.jspecify.annotations.NullMarked;
