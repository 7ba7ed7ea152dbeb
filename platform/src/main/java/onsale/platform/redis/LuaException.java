package onsale.platform.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import java.util.Set;

/**
 * A script gave no reply. The type says what that means for the data, so that nobody undoes
 * something on a guess.
 */
public abstract sealed class LuaException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /**
     * Error codes Redis 7 gives before a script changes anything: either the script was not
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

    /** The script changed nothing and will not do so later. */
    public static final class NotExecuted extends LuaException {

        private static final long serialVersionUID = 1;

        NotExecuted(LuaScript script, Throwable cause) {
            super("%s was not executed: %s".formatted(script, cause.getMessage()), cause);
        }
    }

    /** The script ran, will still run, or never runs: ask the data, do not guess. */
    public static final class Unknown extends LuaException {

        private static final long serialVersionUID = 1;

        Unknown(LuaScript script, Throwable cause) {
            super("unknown if %s was executed: %s".formatted(script, cause), cause);
        }
    }

    /** The script is wrong. It may have stopped half way. */
    public static final class Failed extends LuaException {

        private static final long serialVersionUID = 1;

        Failed(LuaScript script, Throwable cause) {
            super("%s failed: %s".formatted(script, cause.getMessage()), cause);
        }
    }

    /** Only evidence makes it "not executed"; whatever we do not recognise is unknown. */
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

    static String code(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        int space = message.indexOf(' ');
        return space < 0 ? message : message.substring(0, space);
    }
}
