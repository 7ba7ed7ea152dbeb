/** The terms that the platform publishes, and who has agreed to which version. */
@NullMarked
package onsale.user.terms;

import org.jspecify.annotations.NullMarked;
