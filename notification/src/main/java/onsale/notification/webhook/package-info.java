/** What integrators are told: signed requests to their endpoints. */
@NullMarked
package onsale.notification.webhook;

import org.jspecify.annotations.NullMarked;
