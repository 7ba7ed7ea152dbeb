package onsale.edge.front.access;

import onsale.platform.Redacted;
import onsale.platform.access.CurrentUser;

/** What is known about the sender of a request. */
public sealed interface Identity {

    /** No token was sent. */
    record Anonymous() implements Identity {}

    record SignedIn(CurrentUser user) implements Identity {}

    /** The token is not valid. */
    record BadToken() implements Identity {}

    /** The token cannot be verified now. */
    record Unavailable() implements Identity {}

    /** The token cannot be verified without reading keys, which may block. */
    record Pending(String token) implements Identity {
        @Override
        public String toString() {
            return Redacted.text(this, "token");
        }
    }
}
