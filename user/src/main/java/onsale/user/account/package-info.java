/**
 * Accounts: their rows, their personal data, encrypted at rest, and the hashing of passwords. The
 * other features build on this package.
 */
@NullMarked
package onsale.user.account;

import org.jspecify.annotations.NullMarked;
