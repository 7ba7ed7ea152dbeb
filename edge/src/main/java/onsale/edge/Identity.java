package onsale.edge;

import onsale.platform.access.CurrentUser;

/** What is known of a request's sender. */
sealed interface Identity {

    /** No token was sent. */
    record Anonymous() implements Identity {}

    record SignedIn(CurrentUser user) implements Identity {}

    /** A token was sent that is not good. */
    record BadToken() implements Identity {}

    /** A token was sent that cannot be judged now. */
    record Unknown() implements Identity {}
}
