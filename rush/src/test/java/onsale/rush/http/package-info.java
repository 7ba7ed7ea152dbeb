@NullMarked
package onsale.rush.http;

import org.jspecify.annotations.NullMarked;
