package onsale.platform.messaging;

/** A message that can never be published; thrown in the transaction, which rolls back. */
final class UnrecordableMessage extends RuntimeException {

    UnrecordableMessage(String message) {
        super(message);
    }

    UnrecordableMessage(String message, Throwable cause) {
        super(message, cause);
    }
}
