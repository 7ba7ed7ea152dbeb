package onsale.reservation;

import java.time.Duration;
import java.util.Map;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.testkit.FaultProxy;
import onsale.testkit.Stores;

/** A database whose calls can be made to fail. */
final class Proxied {

    private Proxied() {}

    static Database open(Stores stores, FaultProxy proxy) {
        PostgresSettings direct = stores.postgresSettings();
        PostgresSettings through =
                new PostgresSettings(
                        direct.url().replace(":" + stores.postgres().port(), ":" + proxy.port()),
                        0,
                        "",
                        direct.adminPassword(),
                        Map.of(),
                        2,
                        1,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(1),
                        direct.leakDetection());
        return new Databases(through, stores.secret()).open(ReservationModule.SCHEMA);
    }
}
