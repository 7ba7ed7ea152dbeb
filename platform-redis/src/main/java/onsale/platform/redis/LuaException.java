package onsale.platform.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import java.util.Set;

/**
 * A script that gave no reply. The type says what is known about its effect on the data, so that
 * callers need not guess.
 */
public abstract sealed class LuaException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Error codes with which Redis 7 answers before a script changes anything: the script was not
     * started, or its first write was refused. Redis refuses no later write for these reasons.
     */
    private static final Set<String> NOTHING_CHANGED =
            Set.of(
                    "NOSCRIPT",
                    "LOADING",
                    "BUSY",
                    "NOAUTH",
                    "MOVED",
                    "ASK",
                    "TRYAGAIN",
                    "CROSSSLOT",
                    "CLUSTERDOWN",
                    "MASTERDOWN",
                    "READONLY",
                    "MISCONF",
                    "NOREPLICAS",
                    "OOM");

    private LuaException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The script has changed nothing and will not do so later. */
    public static final class NotExecuted extends LuaException {

        private static final long serialVersionUID = 1;

        NotExecuted(LuaScript script, Throwable cause) {
            super("%s was not executed: %s".formatted(script, cause.getMessage()), cause);
        }
    }

    /** The script may have run, may still run or may never run: read the data to find out. */
    public static final class Unknown extends LuaException {

        private static final long serialVersionUID = 1;

        Unknown(LuaScript script, Throwable cause) {
            super("unknown if %s was executed: %s".formatted(script, cause), cause);
        }
    }

    /** The script failed with an error. It may have stopped half way. */
    public static final class Failed extends LuaException {

        private static final long serialVersionUID = 1;

        Failed(LuaScript script, Throwable cause) {
            super("%s failed: %s".formatted(script, cause.getMessage()), cause);
        }
    }

    /** "Not executed" needs evidence; any failure that is not recognised is unknown. */
    static LuaException of(LuaScript script, EvalCommand command, Throwable failure) {
        if (failure instanceof RedisCommandExecutionException) {
            return NOTHING_CHANGED.contains(code(failure))
                    ? new NotExecuted(script, failure)
                    : new Failed(script, failure);
        }
        // A command that only timed out may still wait for its turn to be written.
        if (!command.wasWritten() && !(failure instanceof RedisCommandTimeoutException)) {
            return new NotExecuted(script, failure);
        }
        return new Unknown(script, failure);
    }

    /** The error code, the first word of a message from Redis. */
    static String code(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        int space = message.indexOf(' ');
        return space < 0 ? message : message.substring(0, space);
    }
}
