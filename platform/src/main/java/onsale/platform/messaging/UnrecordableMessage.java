package onsale.platform.messaging;

/** A message that could never be published; thrown inside the transaction, which rolls back. */
public final class UnrecordableMessage extends RuntimeException {

    UnrecordableMessage(String message) {
        super(message);
    }

    UnrecordableMessage(String message, Throwable cause) {
        super(message, cause);
    }
}
