package onsale.checker;

/** Something that must be looked at does not answer, or does not show everything. */
public final class CannotLook extends RuntimeException {

    CannotLook(String message) {
        super(message);
    }

    CannotLook(String message, Throwable cause) {
        super(message, cause);
    }
}
