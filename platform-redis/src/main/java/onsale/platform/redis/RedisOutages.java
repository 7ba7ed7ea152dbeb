package onsale.platform.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import java.util.Set;
import onsale.platform.OutageRule;

/** Recognises outages of Redis; any error but that of a wrong command is one. */
public final class RedisOutages implements OutageRule {

    /** Errors of a Redis that runs but cannot serve the command at the moment. */
    private static final Set<String> ERROR_CODES =
            Set.of(
                    "LOADING",
                    "BUSY",
                    "TRYAGAIN",
                    "CLUSTERDOWN",
                    "MASTERDOWN",
                    "READONLY",
                    "MISCONF",
                    "NOREPLICAS",
                    "OOM");

    @Override
    public boolean isOutage(Throwable thrown) {
        return switch (thrown) {
            case RedisCommandExecutionException e -> ERROR_CODES.contains(LuaException.code(e));
            case RedisException _ -> true;
            default -> false;
        };
    }
}
