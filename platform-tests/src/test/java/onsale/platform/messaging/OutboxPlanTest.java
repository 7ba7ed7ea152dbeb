package onsale.platform.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.testkit.Stores;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/** How PostgreSQL finds the messages that wait in the outbox. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutboxPlanTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final Integer[] SHARDS = IntStream.range(0, 4).boxed().toArray(Integer[]::new);

    private Database database;

    @BeforeAll
    void someMessagesWaitAmongManyThatArePublished() {
        database = stores.database(new ContextSchema("plan_service", "plan_svc_user"));
        new OutboxStore(database).createShards();
        database.sql()
                .sql(
                        """
                        insert into common.outbox_events
                            (id, shard, topic, message_key, event_type, payload, published)
                        select gen_random_uuid(), n % 16, 'plan.events', 'key ' || n, 'Planned',
                               decode(repeat('ab', 500), 'hex'), n % 10 > 0
                        from generate_series(1, 20000) n
                        """)
                .update();
    }

    @Test
    void theRelayReadsByTheIndexAndNotByABitmap() {
        for (List<String> plan :
                List.of(
                        plan(OutboxStore.UNPUBLISHED, SHARDS, SHARDS, 500),
                        plan(OutboxStore.SHARDS_WITH_WORK))) {
            assertThat(plan).anyMatch(line -> line.contains("idx_outbox_waiting"));
            assertThat(plan).noneMatch(line -> line.contains("Bitmap"));
        }
        assertThat(new OutboxStore(database).unpublished(List.of(SHARDS), 500)).hasSize(500);
    }

    @Test
    void theChoiceEndsWithTheQuery() {
        new OutboxStore(database).shardsWithWork();

        assertThat(
                        database.sql()
                                .sql("select current_setting('enable_bitmapscan')")
                                .query(String.class)
                                .single())
                .isEqualTo("on");
    }

    private List<String> plan(String sql, Object... params) {
        return database.queryAfter(
                OutboxStore.NO_BITMAP_SCAN,
                "explain (costs off) " + sql,
                (row, n) -> row.getString(1),
                params);
    }
}
