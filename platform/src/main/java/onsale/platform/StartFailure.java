package onsale.platform;

/**
 * The process cannot start or continue for a reason that its operator can fix. The message is one
 * sentence that says what is wrong and what to do; nothing else is printed.
 */
public final class StartFailure extends RuntimeException {

    public StartFailure(String sentence) {
        super(sentence);
    }

    public StartFailure(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
