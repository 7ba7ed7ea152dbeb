package onsale.notification.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** The table {@code webhooks}. */
final class WebhookStore {

    private static final String COLUMNS =
            """
            id, owner_id, url, description, event_types, secret, paused_at, failures, created_at,
            case when old_secret_until > now() then old_secret end as old_secret,
            case when old_secret_until > now() then old_secret_until end as old_secret_until
            """;

    private final Database database;

    WebhookStore(Database database) {
        this.database = database;
    }

    /** Returns false if the owner has too many. Calls of one owner wait for each other. */
    boolean insert(
            UUID id,
            UUID ownerId,
            String url,
            String description,
            List<String> types,
            String secret,
            int max) {
        database.sql()
                .sql("select pg_advisory_xact_lock(hashtextextended(?, 0))")
                .param("webhooks of " + ownerId)
                .query()
                .listOfRows();
        return database.sql()
                        .sql(
                                """
                                insert into webhooks (id, owner_id, url, description, event_types, secret)
                                select :id, :owner, :url, :description, :types, :secret
                                where (select count(*) from webhooks where owner_id = :owner) < :max
                                """)
                        .param("id", id)
                        .param("owner", ownerId)
                        .param("url", url)
                        .param("description", description)
                        .param("types", types.toArray(String[]::new))
                        .param("secret", secret)
                        .param("max", max)
                        .update()
                == 1;
    }

    /** Of an owner; null means of all. */
    List<Webhook> list(@Nullable UUID ownerId, int page, int size) {
        return database.sql()
                .sql(
                        """
                        select %s from webhooks where owner_id = :owner or :owner::uuid is null
                        order by created_at desc, id desc limit :size offset :offset
                        """
                                .formatted(COLUMNS))
                .param("owner", ownerId)
                .param("size", size)
                .param("offset", (long) page * size)
                .query(WebhookStore::row)
                .list();
    }

    long count(@Nullable UUID ownerId) {
        return database.sql()
                .sql(
                        """
                        select count(*) from webhooks
                        where owner_id = :owner or :owner::uuid is null
                        """)
                .param("owner", ownerId)
                .query(Long.class)
                .single();
    }

    /** Locked until the transaction ends; empty if it is not that owner's. */
    Optional<Webhook> lock(UUID id, @Nullable UUID ownerId) {
        return database.sql()
                .sql(
                        """
                        select %s from webhooks
                        where id = :id and (owner_id = :owner or :owner::uuid is null) for update
                        """
                                .formatted(COLUMNS))
                .param("id", id)
                .param("owner", ownerId)
                .query(WebhookStore::row)
                .optional();
    }

    Optional<Webhook> find(UUID id) {
        return database.sql()
                .sql("select %s from webhooks where id = ?".formatted(COLUMNS))
                .param(id)
                .query(WebhookStore::row)
                .optional();
    }

    void update(UUID id, String url, String description, List<String> types) {
        database.sql()
                .sql("update webhooks set url = ?, description = ?, event_types = ? where id = ?")
                .params(url, description, types.toArray(String[]::new), id)
                .update();
    }

    /** Going on tries at once what has gathered. */
    void pause(UUID id, boolean paused) {
        database.sql()
                .sql(
                        """
                        update webhooks
                        set paused_at = case when :paused then coalesce(paused_at, now()) end,
                            failures = 0, next_at = now()
                        where id = :id
                        """)
                .param("paused", paused)
                .param("id", id)
                .update();
    }

    /** The secret becomes the old one, which signs for a while. */
    void rotate(UUID id, String secret, Duration oldFor) {
        database.sql()
                .sql(
                        """
                        update webhooks
                        set old_secret = secret, secret = :secret,
                            old_secret_until = now() + :oldFor * interval '1 s'
                        where id = :id
                        """)
                .param("secret", secret)
                .param("oldFor", oldFor.toSeconds())
                .param("id", id)
                .update();
    }

    void delete(UUID id) {
        database.sql().sql("delete from webhooks where id = ?").param(id).update();
    }

    // ---- how its receiver does

    void worked(UUID id) {
        database.sql()
                .sql(
                        """
                        update webhooks set failures = 0, next_at = now()
                        where id = ? and failures > 0
                        """)
                .param(id)
                .update();
    }

    /** Leaves the receiver alone for a while, at most a minute: others of its events may pass. */
    void failed(UUID id, Duration pause) {
        database.sql()
                .sql(
                        """
                        update webhooks
                        set failures = failures + 1, next_at = now() + :pause * interval '1 ms'
                        where id = :id
                        """)
                .param("pause", pause.toMillis())
                .param("id", id)
                .update();
    }

    private static Webhook row(ResultSet row, int n) throws SQLException {
        return new Webhook(
                row.getObject("id", UUID.class),
                row.getObject("owner_id", UUID.class),
                row.getString("url"),
                row.getString("description"),
                List.of((String[]) row.getArray("event_types").getArray()),
                row.getString("secret"),
                row.getString("old_secret"),
                Times.readOrNull(row, "old_secret_until"),
                Times.readOrNull(row, "paused_at"),
                row.getInt("failures"),
                Times.read(row, "created_at"));
    }
}
