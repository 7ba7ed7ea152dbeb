package onsale.queue;

import onsale.platform.redis.LuaScript;
import org.jspecify.annotations.Nullable;

/** A guard that is left out, to show what it guards against. */
public enum WithoutGuard {
    /** The active limit is looked up first and given to the script. */
    THE_LIMIT_IN_THE_SCRIPT,
    /** Binding a person does not look whether they stand in another line. */
    ONE_LINE_PER_PERSON;

    static @Nullable LuaScript admit(@Nullable WithoutGuard guard) {
        return guard == THE_LIMIT_IN_THE_SCRIPT
                ? LuaScript.guarded(WithoutGuard.class, "admit-outside.lua")
                : null;
    }

    static @Nullable LuaScript bind(@Nullable WithoutGuard guard) {
        return guard == ONE_LINE_PER_PERSON
                ? LuaScript.guarded(WithoutGuard.class, "bind-anyway.lua")
                : null;
    }
}
