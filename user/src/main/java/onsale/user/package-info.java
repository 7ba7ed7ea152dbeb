/**
 * The user context: accounts, sessions and access tokens. It owns the schema {@code user_service}.
 * Each feature has a package; this one has the wiring, the settings and the problems.
 */
@NullMarked
package onsale.user;

import org.jspecify.annotations.NullMarked;
