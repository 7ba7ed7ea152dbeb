package onsale.user.social;

/** What a browser keeps for us between two requests. */
sealed interface Sealed permits Attempt, Proof {

    /** In seconds since 1970. */
    long expiresAt();
}
