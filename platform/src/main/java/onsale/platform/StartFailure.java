package onsale.platform;

/**
 * The process cannot start or go on, and its operator can mend it: the message is one sentence that
 * says what is wrong and what to do, and is all that is printed.
 */
public final class StartFailure extends RuntimeException {

    public StartFailure(String sentence) {
        super(sentence);
    }

    public StartFailure(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
