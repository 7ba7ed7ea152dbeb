@NullMarked
package onsale.user.rehearsal;

import org.jspecify.annotations.NullMarked;
