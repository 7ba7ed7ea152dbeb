package onsale.reservation;

import java.time.Duration;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How often the context does its periodic work.
 *
 * @param sweepEvery how often holds and orders that are over are ended
 * @param gateCheckEvery how often gates are checked for a loss of Redis's data
 * @param reconcileEvery how often gates are compared with the rows
 * @param syncEvery how often the catalogue is told which seats are sold
 * @param askAgainAfter after how long payment is asked again what it has not answered; each time
 *     after twice as long
 * @param askAgainAtLeastEvery the longest time between two such questions
 * @param mapEvery how often a node asks Redis which seats have changed
 * @param cancelledShownFor how long a cancelled reservation stays on its fan's list; then it is
 *     archived
 * @param unpaidKeptFor how long after its end a reservation is archived that nobody paid for; one
 *     that was paid for stays as long as its payment
 * @param refundAloneUpToWon how much of one reservation an operator gives back without a second one
 */
@ConfigurationProperties("onsale.reservation")
public record ReservationSettings(
        @DefaultValue("1s") Duration sweepEvery,
        @DefaultValue("1s") Duration gateCheckEvery,
        @DefaultValue("30s") Duration reconcileEvery,
        @DefaultValue("10m") Duration syncEvery,
        @DefaultValue("10s") Duration askAgainAfter,
        @DefaultValue("5m") Duration askAgainAtLeastEvery,
        @DefaultValue("250ms") Duration mapEvery,
        @DefaultValue("7d") Duration cancelledShownFor,
        @DefaultValue("90d") Duration unpaidKeptFor,
        @DefaultValue("300000") long refundAloneUpToWon) {

    public ReservationSettings {
        Check.range("onsale.reservation.sweep-every", sweepEvery, "100ms", "1m");
        Check.range("onsale.reservation.gate-check-every", gateCheckEvery, "100ms", "1m");
        Check.range("onsale.reservation.reconcile-every", reconcileEvery, "1s", "1h");
        Check.range("onsale.reservation.sync-every", syncEvery, "1s", "1d");
        Check.range("onsale.reservation.ask-again-after", askAgainAfter, "100ms", "1h");
        Check.range(
                "onsale.reservation.ask-again-at-least-every", askAgainAtLeastEvery, "100ms", "1d");
        Check.range("onsale.reservation.map-every", mapEvery, "50ms", "10s");
        Check.range("onsale.reservation.cancelled-shown-for", cancelledShownFor, "1m", "365d");
        Check.range("onsale.reservation.unpaid-kept-for", unpaidKeptFor, "1m", "3650d");
        Check.range(
                "onsale.reservation.refund-alone-up-to-won", refundAloneUpToWon, 0, 1_000_000_000);
    }
}
