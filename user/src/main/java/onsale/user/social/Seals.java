package onsale.user.social;

import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import onsale.user.account.DataKeys;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Encrypts what a browser keeps for us, so that a social login under way takes no row. Each kind is
 * bound to its own context: one cannot stand for the other.
 */
final class Seals {

    static final Duration LIFE = Duration.ofMinutes(15);

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final DataKeys keys;
    private final Clock clock;

    Seals(DataKeys keys, Clock clock) {
        this.keys = keys;
        this.clock = clock;
    }

    long expiry() {
        return clock.instant().plus(LIFE).getEpochSecond();
    }

    String seal(Sealed value) {
        byte[] cipher = keys.encrypt(JSON.writeValueAsBytes(value), context(value.getClass()));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(cipher);
    }

    /** Returns null if it is none of ours, of another kind, or too old. */
    <T extends Sealed> @Nullable T open(@Nullable String text, Class<T> kind) {
        if (text == null) {
            return null;
        }
        try {
            byte[] plain = keys.decrypt(Base64.getUrlDecoder().decode(text), context(kind));
            T value = JSON.readValue(plain, kind);
            return value.expiresAt() > clock.instant().getEpochSecond() ? value : null;
        } catch (IllegalArgumentException | IllegalStateException | JacksonException e) {
            return null;
        }
    }

    private static String context(Class<?> kind) {
        return "social." + kind.getSimpleName();
    }
}
