package onsale.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import onsale.testkit.Stores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Several installations on one PostgreSQL: their schemas are their own, the roles are shared. */
class BootstrapTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final int INSTALLATIONS = 4;
    private static final List<String> ROLES =
            List.of("together_a", "together_b", "together_c", "together_d");

    @Test
    void installationsThatStartTogetherDoNotTripOverTheirRoles() throws Exception {
        List<PostgresSettings> databases = new ArrayList<>();
        for (int i = 0; i < INSTALLATIONS; i++) {
            databases.add(anotherDatabase("_" + i));
        }
        CyclicBarrier together = new CyclicBarrier(INSTALLATIONS);
        for (String role : ROLES) {
            ContextSchema schema = new ContextSchema(role, role + "_user");
            try (var installations = Executors.newFixedThreadPool(INSTALLATIONS)) {
                List<Future<?>> started = new ArrayList<>();
                for (PostgresSettings database : databases) {
                    started.add(
                            installations.submit(() -> {
                                together.await();
                                new Databases(database, stores.secret()).bootstrap(List.of(schema));
                                return null;
                            }));
                }
                for (Future<?> each : started) {
                    assertThat(each).succeedsWithin(Duration.ofSeconds(60));
                }
            }
        }
    }

    private static PostgresSettings anotherDatabase(String suffix) throws Exception {
        PostgresSettings first = stores.postgresSettings();
        String name = first.url().substring(first.url().lastIndexOf('/') + 1) + suffix;
        try (Connection admin = stores.admin();
                var statement = admin.createStatement()) {
            statement.execute("create database " + name);
        }
        return new PostgresSettings(
                first.url() + suffix,
                0,
                first.adminUser(),
                first.adminPassword(),
                Map.of(),
                first.poolMax(),
                first.poolIdle(),
                first.connectionTimeout(),
                first.socketTimeout(),
                first.leakDetection());
    }
}
