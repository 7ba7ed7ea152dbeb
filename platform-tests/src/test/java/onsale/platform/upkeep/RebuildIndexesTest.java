package onsale.platform.upkeep;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.testkit.Stores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** On a real index that real deletions have left half empty. */
class RebuildIndexesTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final ContextSchema SCHEMA = new ContextSchema("air_service", "air_svc_user");
    private static final long BYTES_MIN = 100_000;

    private Database database;
    private RebuildIndexes rebuild;

    @BeforeEach
    void aFullIndex() {
        database = stores.database(SCHEMA);
        Databases databases = new Databases(stores.postgresSettings(), stores.secret());
        rebuild = new RebuildIndexes(database, databases.patient(SCHEMA), BYTES_MIN);
        sql("drop table if exists seats");
        sql("delete from common.index_rebuilds");
        sql("create table seats (id int not null, free boolean)");
        sql("insert into seats select n, true from generate_series(1, 50000) n");
        sql("create index idx_seats on seats (id)");
    }

    @Test
    void anIndexThatIsMostlyAirIsRebuiltOnce() throws SQLException {
        long full = bytes();
        leaveOneInTwenty();
        assertThat(rebuild.bloated())
                .singleElement()
                .satisfies(index -> {
                    assertThat(index.name()).isEqualTo("idx_seats");
                    assertThat(index.air()).isGreaterThan(0.5);
                });

        rebuild.run(() -> true);

        assertThat(bytes()).isLessThan(full / 5);
        assertThat(rebuild.bloated()).isEmpty();
    }

    @Test
    void aFullIndexIsLeftAlone() throws SQLException {
        long full = bytes();

        rebuild.run(() -> true);

        assertThat(bytes()).isEqualTo(full);
        assertThat(count("select count(*) from common.index_rebuilds")).isZero();
    }

    /** One that stays as large is not rebuilt every hour. */
    @Test
    void anIndexIsNotRebuiltAgainBeforeItHasGrown() {
        leaveOneInTwenty();
        sql(
                "insert into common.index_rebuilds (index_name, bytes_after) values ('idx_seats', "
                        + bytes()
                        + ")");

        assertThat(rebuild.bloated()).isEmpty();
    }

    @Test
    void nothingIsRebuiltWithoutTheLease() throws SQLException {
        leaveOneInTwenty();
        long before = bytes();

        rebuild.run(() -> false);

        assertThat(bytes()).isEqualTo(before);
    }

    @Test
    void whatABrokenRebuildLeftIsDropped() throws SQLException {
        sql("create index idx_seats_ccnew on seats (id)");
        try (var admin = stores.admin();
                var statement = admin.createStatement()) {
            statement.execute(
                    "update pg_index set indisvalid = false where indexrelid = 'air_service.idx_seats_ccnew'::regclass");
        }

        rebuild.run(() -> true);

        assertThat(count("select count(*) from pg_class where relname = 'idx_seats_ccnew'"))
                .isZero();
    }

    private void leaveOneInTwenty() {
        sql("delete from seats where id % 20 <> 0");
        sql("vacuum seats");
    }

    private long bytes() {
        return count("select pg_relation_size('idx_seats')");
    }

    private long count(String query) {
        return database.sql().sql(query).query(Long.class).single();
    }

    private void sql(String statement) {
        database.sql().sql(statement).update();
    }
}
