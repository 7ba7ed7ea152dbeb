package onsale.platform.pass;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;

/** The configured keys: the first signs, all verify. */
public final class PassKeys {

    private static final String DERIVED = "derived";
    private static final int DERIVED_ID = 0;
    private static final Pattern GIVEN = Pattern.compile("([1-9][0-9]{0,2}):([A-Za-z0-9+/]+=*)");

    private final PassKey signing;
    private final @Nullable PassKey[] byId = new @Nullable PassKey[256];

    PassKeys(List<PassKey> keys) {
        signing = keys.getFirst();
        for (PassKey key : keys) {
            if (byId[key.id()] != null) {
                throw new StartFailure(
                        "onsale.passes.keys has two keys with the id %d.".formatted(key.id()));
            }
            byId[key.id()] = key;
        }
    }

    /**
     * The configured keys.
     *
     * @param secret the secret of the process, from which keys and passwords are derived
     */
    public static PassKeys of(PassSettings settings, Secret secret) {
        List<Secret> keys =
                settings.keys().isEmpty() ? List.of(new Secret(DERIVED)) : settings.keys();
        return new PassKeys(keys.stream().map(key -> read(key, secret)).toList());
    }

    /**
     * The two values of onsale.passes.keys by which a new key comes into use: all nodes get the
     * first, then all get the second, so that none meets a pass that it does not know.
     *
     * @param known in which the new key verifies only
     * @param first in which the new key signs
     */
    public record Rotation(List<Secret> known, List<Secret> first) {}

    /** Makes a new key beside those that are configured. */
    public static Rotation rotate(PassSettings settings) {
        List<Secret> present =
                settings.keys().isEmpty() ? List.of(new Secret(DERIVED)) : settings.keys();
        Set<String> taken =
                present.stream()
                        .map(key -> key.value().split(":", 2)[0])
                        .collect(Collectors.toSet());
        int id = 1;
        while (taken.contains("" + id)) {
            id++;
        }
        byte[] bytes = new byte[PassKey.KEY_BYTES_MIN];
        new SecureRandom().nextBytes(bytes);
        Secret fresh = new Secret(id + ":" + Base64.getEncoder().encodeToString(bytes));
        return new Rotation(
                Stream.concat(present.stream(), Stream.of(fresh)).toList(),
                Stream.concat(Stream.of(fresh), present.stream()).toList());
    }

    PassKey signing() {
        return signing;
    }

    @Nullable PassKey find(int id) {
        return byId[id];
    }

    private static PassKey read(Secret entry, Secret secret) {
        if (entry.value().equals(DERIVED)) {
            if (secret.isEmpty()) {
                throw new StartFailure(
                        "There is no key for signed passes: set onsale.passes.keys or onsale.secret.");
            }
            return new PassKey(DERIVED_ID, secret.deriveBytes("passes"));
        }
        Matcher parts = GIVEN.matcher(entry.value());
        if (!parts.matches() || Integer.parseInt(parts.group(1)) > 255) {
            throw unacceptable();
        }
        try {
            return new PassKey(
                    Integer.parseInt(parts.group(1)), Base64.getDecoder().decode(parts.group(2)));
        } catch (IllegalArgumentException e) {
            throw unacceptable(); // without a cause: its message could show the key
        }
    }

    private static StartFailure unacceptable() {
        return new StartFailure(
                "A key in onsale.passes.keys must be \"id:base64\" with an id from 1 to 255 and %d to %d bytes, or \"derived\"."
                        .formatted(PassKey.KEY_BYTES_MIN, PassKey.KEY_BYTES_MAX));
    }
}
