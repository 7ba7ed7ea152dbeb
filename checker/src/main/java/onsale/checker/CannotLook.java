package onsale.checker;

/** Thrown when a store cannot be read, or does not show everything. */
public final class CannotLook extends RuntimeException {

    CannotLook(String message) {
        super(message);
    }

    CannotLook(String message, Throwable cause) {
        super(message, cause);
    }
}
