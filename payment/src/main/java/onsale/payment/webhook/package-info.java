/**
 * Webhooks of the provider: verified, kept, and then handled by looking at what the provider itself
 * shows.
 */
@NullMarked
package onsale.payment.webhook;

import org.jspecify.annotations.NullMarked;
