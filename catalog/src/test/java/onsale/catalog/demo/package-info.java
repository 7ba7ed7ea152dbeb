@NullMarked
package onsale.catalog.demo;

import org.jspecify.annotations.NullMarked;
