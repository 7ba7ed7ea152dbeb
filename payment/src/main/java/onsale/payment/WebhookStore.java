package onsale.payment;

import java.util.List;
import onsale.platform.db.Database;

/** What the provider told us. */
final class WebhookStore {

    record Waiting(String id, String providerId) {}

    private final Database database;

    WebhookStore(Database database) {
        this.database = database;
    }

    /** False if it came before. */
    boolean keep(String id, String type, String providerId, String body) {
        return database.sql()
                        .sql(
                                """
                                insert into webhooks (id, type, provider_id, body)
                                values (?, left(?, 100), ?, ?) on conflict do nothing
                                """)
                        .params(id, type, providerId, body)
                        .update()
                == 1;
    }

    List<Waiting> waiting(int max) {
        return database.sql()
                .sql(
                        """
                        select id, provider_id from webhooks where handled_at is null
                        order by received_at limit ?
                        """)
                .param(max)
                .query(Waiting.class)
                .list();
    }

    void handled(String id) {
        database.sql()
                .sql("update webhooks set handled_at = now() where id = ?")
                .param(id)
                .update();
    }
}
