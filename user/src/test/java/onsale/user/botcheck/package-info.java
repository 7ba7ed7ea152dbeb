@NullMarked
package onsale.user.botcheck;

import org.jspecify.annotations.NullMarked;
