package onsale.platform.node;

/**
 * Asks a server that only some processes need, such as the payment provider; offered by the context
 * that needs it and asked every ten seconds.
 *
 * @param name as operators know it
 */
public record ServerCheck(String name, Question question) {

    /** Throws if the server does not answer. */
    @FunctionalInterface
    public interface Question {
        void ask() throws Exception;
    }
}
