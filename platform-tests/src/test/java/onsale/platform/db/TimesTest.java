package onsale.platform.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import onsale.testkit.Stores;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.dao.DataAccessException;

/** A time comes back from PostgreSQL as it went in, whatever zone the machine is in. */
class TimesTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final Instant TIME = Instant.parse("2026-03-29T01:30:00.123456Z");

    record Row(Instant at) {}

    @BeforeAll
    static void makeTable() {
        database().sql().sql("create table times (at timestamptz)").update();
        insert(TIME);
    }

    @Test
    void aTimeGoesInAndComesBack() {
        assertThat(
                        database()
                                .sql()
                                .sql("select at from times")
                                .query((row, _) -> Times.read(row, "at"))
                                .single())
                .isEqualTo(TIME);
        assertThat(database().sql().sql("select at from times").query(Row.class).single())
                .isEqualTo(new Row(TIME));
    }

    /** The canary: why there is something to call. */
    @Test
    void theDriverAloneBindsNoInstant() {
        assertThatThrownBy(() ->
                        database()
                                .sql()
                                .sql("select count(*) from times where at = ?")
                                .param(TIME)
                                .query(Long.class)
                                .single())
                .isInstanceOf(DataAccessException.class);
    }

    @Test
    void nowIsTheDatabasesAndStandsStillInATransaction() {
        Database database = database();

        assertThat(Duration.between(database.now(), Instant.now()).abs())
                .isLessThan(Duration.ofMinutes(1));
        database.inTransaction(() -> assertThat(database.now()).isEqualTo(database.now()));
    }

    private static void insert(Instant at) {
        database().sql().sql("insert into times values (?)").param(Times.param(at)).update();
    }

    private static Database database() {
        return Opened.DATABASE;
    }

    /** Opened once, after the servers are there. */
    private static final class Opened {
        static final Database DATABASE =
                stores.database(new ContextSchema("times_service", "times_svc_user"));
    }
}
