@NullMarked
package onsale.payment.books;

import org.jspecify.annotations.NullMarked;
