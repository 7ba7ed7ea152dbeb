/** Mails to the owners of accounts, as requests to the notification context. */
@NullMarked
package onsale.user.mail;

import org.jspecify.annotations.NullMarked;
