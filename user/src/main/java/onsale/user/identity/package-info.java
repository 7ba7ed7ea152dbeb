/** The verified identity of a person, as the provider tells it. */
@NullMarked
package onsale.user.identity;

import org.jspecify.annotations.NullMarked;
