package onsale.platform.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A script, read from a file in the package of the class that uses it. The file starts with a
 * comment that describes KEYS, ARGV and the reply, which is always an array.
 *
 * <p>All keys of a call have the same hash tag. For every kind but {@link #unguarded}, KEYS[1] is
 * the incarnation key of that tag.
 */
public final class LuaScript {

    private static final String RESTORING_UNLESS = "if redis.call('GET', KEYS[1]) ~= ";

    /** What is put before the text of a script when it is loaded into a server process. */
    private enum Guard {
        NONE,
        /** Defines INCARNATION, the run id of the process, and checks nothing. */
        NAMED,
        OPEN,
        REBUILDING;

        /** A prefix for the first line of the file, so that line numbers in errors stay correct. */
        String before(String runId) {
            String name = "local INCARNATION='" + runId + "' ";
            return switch (this) {
                case NONE -> "";
                case NAMED -> name;
                case OPEN -> name + RESTORING_UNLESS + "INCARNATION then return {'RESTORING'} end ";
                case REBUILDING ->
                        name
                                + RESTORING_UNLESS
                                + "'restoring:' .. INCARNATION .. ':' .. ARGV[1]"
                                + " then return {'RESTORING'} end ";
            };
        }
    }

    private final String name;
    private final String body;
    private final Guard guard;

    private LuaScript(Class<?> owner, String file, Guard guard) {
        this.name = file;
        this.body = read(owner, file);
        this.guard = guard;
        if (!body.startsWith("--")) {
            throw new IllegalArgumentException(
                    file + " must start with a comment on its KEYS, ARGV and reply");
        }
    }

    /** A script that does nothing and replies {@link LuaReply.Restoring} after a loss of data. */
    public static LuaScript guarded(Class<?> owner, String file) {
        return new LuaScript(owner, file, Guard.OPEN);
    }

    /** A script for data that may be lost or wrong without harm. */
    public static LuaScript unguarded(Class<?> owner, String file) {
        return new LuaScript(owner, file, Guard.NONE);
    }

    /**
     * A script that works only within the recovery whose nonce is ARGV[1], see {@link
     * Recovery#run}. Else it does nothing and replies {@link LuaReply.Restoring}.
     */
    public static LuaScript rebuilding(Class<?> owner, String file) {
        return new LuaScript(owner, file, Guard.REBUILDING);
    }

    /** A script that knows the run id of its process and is always executed. */
    static LuaScript named(Class<?> owner, String file) {
        return new LuaScript(owner, file, Guard.NAMED);
    }

    String textFor(String runId) {
        return guard.before(runId) + body;
    }

    boolean mayAnswerRestoring() {
        return guard == Guard.OPEN || guard == Guard.REBUILDING;
    }

    boolean isRebuilding() {
        return guard == Guard.REBUILDING;
    }

    /** Checks the keys as a cluster would, because a single server accepts any. */
    void checkKeys(List<String> keys) {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException(name + " needs a key to know its server");
        }
        String first = keys.getFirst();
        if (guard != Guard.NONE && !first.endsWith(Incarnation.SUFFIX)) {
            throw new IllegalArgumentException(
                    name + " needs an incarnation key as KEYS[1], not " + first);
        }
        String tag = hashTag(first);
        for (String key : keys) {
            if (!hashTag(key).equals(tag)) {
                throw new IllegalArgumentException(
                        "%s: %s and %s must have the same hash tag".formatted(name, first, key));
            }
        }
    }

    private static String hashTag(String key) {
        int open = key.indexOf('{');
        int close = key.indexOf('}', open + 1);
        return open >= 0 && close > open + 1 ? key.substring(open + 1, close) : key;
    }

    private static String read(Class<?> owner, String file) {
        try (@Nullable InputStream in = owner.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalArgumentException(
                        "no %s beside %s".formatted(file, owner.getName()));
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
