package onsale.queue;

import onsale.platform.redis.LuaScript;
import org.jspecify.annotations.Nullable;

/** A guard that is left out, to show what it guards against. */
enum Without {
    /**
     * The active limit is looked up first and given to the script, as one would without thinking.
     */
    THE_LIMIT_IN_THE_SCRIPT,
    /** Whoever binds a person does not look whether they stand in another line. */
    ONE_LINE_PER_PERSON;

    static @Nullable LuaScript admit(@Nullable Without guard) {
        return guard == THE_LIMIT_IN_THE_SCRIPT
                ? LuaScript.guarded(Without.class, "admit-outside.lua")
                : null;
    }

    static @Nullable LuaScript bind(@Nullable Without guard) {
        return guard == ONE_LINE_PER_PERSON
                ? LuaScript.guarded(Without.class, "bind-anyway.lua")
                : null;
    }
}
