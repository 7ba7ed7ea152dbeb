package onsale.rush;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.checker.Evidence;
import onsale.checker.Promise;

/**
 * What all fans share: where to ask, what is on sale, and what they were told.
 *
 * @param provider where fans agree to pay
 */
record Sale(
        Balancer balancer,
        Http http,
        String scheduleId,
        boolean queued,
        House house,
        Profile profile,
        Measures measures,
        URI provider,
        String providerSecret,
        Evidence evidence,
        Supplier<Instant> lastTrouble) {

    void told(String reservationId, Promise.What what) {
        evidence.told(new Promise(UUID.fromString(reservationId), what));
    }

    /** The page of the provider, which no node answers for. */
    Answer atProvider(String method, String path, String body) {
        return http.send(
                method,
                provider.resolve(path),
                Map.of("Authorization", "PortOne " + providerSecret),
                body,
                Http.ANSWER_WITHIN);
    }
}
