@NullMarked
package onsale.user.demo;

import org.jspecify.annotations.NullMarked;
