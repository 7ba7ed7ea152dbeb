package onsale.user.attempt;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import onsale.platform.Sha256;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;

/**
 * The table {@code known_devices}: which devices have logged in to which account. A device keeps a
 * random token of ours; only its hash is stored.
 */
public final class DeviceStore {

    /** The devices that an account keeps; the one used least recently makes room. */
    static final int PER_ACCOUNT = 10;

    private static final int TOKEN_BYTES = 24;

    private final Database database;
    private final SecureRandom random = new SecureRandom();

    public DeviceStore(Database database) {
        this.database = database;
    }

    /** Whether the device of the origin has logged in to that account before. */
    public boolean knows(@Nullable UUID userId, Origin origin) {
        @Nullable String token = origin.device();
        return userId != null
                && token != null
                && database.sql()
                        .sql(
                                """
                                select exists (select from known_devices
                                               where user_id = :userId and device_hash = :hash)
                                """)
                        .param("userId", userId)
                        .param("hash", Sha256.of(token))
                        .query(Boolean.class)
                        .single();
    }

    /** Names a device in the lane of its failures. */
    public static String name(Origin origin) {
        @Nullable String token = origin.device();
        return token == null ? "" : HexFormat.of().formatHex(Sha256.of(token));
    }

    /**
     * Remembers the device of a login and returns the token that it keeps from now on: the one it
     * has if we made it, otherwise a new one. A token that somebody else has put there is never
     * accepted.
     */
    public String remember(UUID userId, Origin origin) {
        @Nullable String token = origin.device();
        String kept = token != null && isOurs(token) ? token : newToken();
        database.sql()
                .sql(
                        """
                        insert into known_devices (user_id, device_hash) values (:userId, :hash)
                        on conflict (user_id, device_hash) do update set last_login_at = now()
                        """)
                .param("userId", userId)
                .param("hash", Sha256.of(kept))
                .update();
        database.sql()
                .sql(
                        """
                        delete from known_devices where user_id = :userId and device_hash in (
                            select device_hash from known_devices where user_id = :userId
                            order by last_login_at desc, device_hash offset :kept)
                        """)
                .param("userId", userId)
                .param("kept", PER_ACCOUNT)
                .update();
        return kept;
    }

    /** Forgets all devices of an account. */
    public void forget(UUID userId) {
        database.sql()
                .sql("delete from known_devices where user_id = :userId")
                .param("userId", userId)
                .update();
    }

    private boolean isOurs(String token) {
        return database.sql()
                .sql("select exists (select from known_devices where device_hash = :hash)")
                .param("hash", Sha256.of(token))
                .query(Boolean.class)
                .single();
    }

    private String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
