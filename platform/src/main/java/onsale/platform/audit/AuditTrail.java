package onsale.platform.audit;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import onsale.platform.Sha256;
import onsale.platform.access.Actor;
import onsale.platform.db.Database;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records what staff change and which personal data they open, in the transaction of the caller: a
 * change that is not recorded is not made. Entries name people by id only.
 */
public final class AuditTrail {

    /** Larger states, such as the layout of a hall, are recorded by their hash. */
    static final int STATE_CHARACTERS_MAX = 32_000;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Database database;

    /**
     * @param database of the context that makes the change
     */
    public AuditTrail(Database database) {
        this.database = database;
    }

    /**
     * Records a change that the caller makes in the same transaction.
     *
     * @param action such as {@code event.update}
     * @param subject the id of what is changed, or a short name
     * @param before its state, null if it did not exist
     * @param after its state, null if it exists no more
     */
    public void record(
            Actor actor,
            String action,
            String subject,
            @Nullable Object before,
            @Nullable Object after) {
        database.sql()
                .sql(
                        """
                        insert into common.audit_entries (actor_id, actor_roles, address, trace_id,
                            action, subject, before_json, after_json)
                        values (:actor, :roles, :address, :traceId, :action, :subject, :before,
                            :after)
                        """)
                .param("actor", actor.userId())
                .param("roles", String.join(",", new TreeSet<>(actor.roles())))
                .param("address", actor.address())
                .param("traceId", actor.traceId())
                .param("action", action)
                .param("subject", subject)
                .param("before", json(before), java.sql.Types.VARCHAR)
                .param("after", json(after), java.sql.Types.VARCHAR)
                .update();
    }

    /** Makes a change and records it, both or neither. */
    public <T> T record(
            Actor actor,
            String action,
            String subject,
            Supplier<? extends @Nullable Object> before,
            Supplier<T> change,
            Function<? super T, ? extends @Nullable Object> after) {
        return database.inTransaction(() -> {
            @Nullable Object old = before.get();
            T result = change.get();
            record(actor, action, subject, old, after.apply(result));
            return result;
        });
    }

    private static @Nullable String json(@Nullable Object state) {
        if (state == null) {
            return null;
        }
        String text = JSON.writeValueAsString(state);
        return text.length() <= STATE_CHARACTERS_MAX ? text : JSON.writeValueAsString(hashed(text));
    }

    private static Map<String, Object> hashed(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Map.of(
                "sha256", HexFormat.of().formatHex(Sha256.of(bytes)), "characters", text.length());
    }
}
