/** Logins by Google, Kakao and Naver, and their links to accounts. */
@NullMarked
package onsale.user.social;

import org.jspecify.annotations.NullMarked;
