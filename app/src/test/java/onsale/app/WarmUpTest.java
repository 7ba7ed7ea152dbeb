package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanIterator;
import java.sql.Connection;
import java.util.Set;
import java.util.TreeSet;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.reservation.ReservationModule;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node that warms up leaves nothing behind. */
class WarmUpTest {

    @RegisterExtension static final Stores stores = Stores.own();

    @Test
    void aWarmUpLeavesNoTrace() throws Exception {
        try (Api api = new Api();
                Node first = stores.startNode(api.settings("--no-demo"));
                Connection admin = stores.admin()) {
            TableRows before = TableRows.read(admin);
            Set<String> keysBefore = keys();

            try (Node second =
                    stores.startNode(
                            api.settings(
                                    "--no-demo",
                                    "--set=onsale.warm-up=3s",
                                    "--set=onsale.limits.login-per-minute=1"))) {
                assertThat(second.log()).contains("Onsale is ready").doesNotContain("Warm-up");
                assertThat(TableRows.read(admin).changedSince(before)).isEmpty();
                assertThat(keys()).isEqualTo(keysBefore);
                // Its calls came from this address too, and count for nobody.
                assertThat(api.login(second.url(), "a@b.example", "wrong").status()).isEqualTo(401);
                assertThat(api.login(second.url(), "a@b.example", "wrong").status()).isEqualTo(429);
            }
            assertThat(first.isAlive()).isTrue();
        }
    }

    /** The canary: without tables of its own the same work would be seen. */
    @Test
    void whatIsPlayedIsSeenByItsOwnConnectionOnly() {
        Databases databases = new Databases(stores.postgresSettings(), stores.secret());
        Database real = stores.database(ReservationModule.SCHEMA);
        try (Database scratch = databases.scratch(ReservationModule.SCHEMA)) {
            insertPerson(scratch);
            assertThat(persons(scratch)).isOne();
            assertThat(persons(real)).isZero();

            insertPerson(real);
            assertThat(persons(real)).isOne();
        }
        try (Database again = databases.scratch(ReservationModule.SCHEMA)) {
            assertThat(persons(again)).isZero();
        }
    }

    private static void insertPerson(Database database) {
        database.sql()
                .sql(
                        "insert into person_seats (schedule_id, person_id, n, n_max)"
                                + " values (gen_random_uuid(), 'p', 1, 4)")
                .update();
    }

    private static int persons(Database database) {
        return database.sql()
                .sql("select count(*) from person_seats")
                .query(Integer.class)
                .single();
    }

    private static Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        ScanIterator.scan(stores.redisConnection().sync(), ScanArgs.Builder.limit(1_000).match("*"))
                .forEachRemaining(keys::add);
        return keys;
    }
}
