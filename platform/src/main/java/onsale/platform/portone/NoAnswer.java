package onsale.platform.portone;

import org.jspecify.annotations.Nullable;

/**
 * A request to PortOne without an answer. The request may have had its effect, unless the message
 * says that it was not sent.
 */
public final class NoAnswer extends Exception {

    private static final long serialVersionUID = 1;

    public NoAnswer(String why) {
        this(why, null);
    }

    NoAnswer(String why, @Nullable Throwable cause) {
        super(why, cause);
    }
}
