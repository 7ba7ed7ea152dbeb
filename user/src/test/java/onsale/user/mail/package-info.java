@NullMarked
package onsale.user.mail;

import org.jspecify.annotations.NullMarked;
