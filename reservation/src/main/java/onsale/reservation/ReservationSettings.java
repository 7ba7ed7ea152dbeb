package onsale.reservation;

import java.time.Duration;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Holds and seats.
 *
 * @param sweepEvery how often holds that are over are cleared away
 * @param gateCheckEvery how often it is looked whether Redis has lost what it knew of seats
 * @param reconcileEvery how often Redis is compared with the rows
 * @param syncEvery how often the catalogue is told who has which seats
 * @param mapEvery how often a node asks Redis which seats have changed
 */
@ConfigurationProperties("onsale.reservation")
public record ReservationSettings(
        @DefaultValue("1s") Duration sweepEvery,
        @DefaultValue("1s") Duration gateCheckEvery,
        @DefaultValue("30s") Duration reconcileEvery,
        @DefaultValue("10m") Duration syncEvery,
        @DefaultValue("250ms") Duration mapEvery) {

    public ReservationSettings {
        Check.range("onsale.reservation.sweep-every", sweepEvery, "100ms", "1m");
        Check.range("onsale.reservation.gate-check-every", gateCheckEvery, "100ms", "1m");
        Check.range("onsale.reservation.reconcile-every", reconcileEvery, "1s", "1h");
        Check.range("onsale.reservation.sync-every", syncEvery, "1s", "1d");
        Check.range("onsale.reservation.map-every", mapEvery, "50ms", "10s");
    }
}
