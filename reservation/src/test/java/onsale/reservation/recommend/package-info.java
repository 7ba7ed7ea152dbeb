@NullMarked
package onsale.reservation.recommend;

import org.jspecify.annotations.NullMarked;
