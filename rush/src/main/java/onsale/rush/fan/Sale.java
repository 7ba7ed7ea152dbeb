package onsale.rush.fan;

import java.net.URI;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;
import onsale.checker.Evidence;
import onsale.checker.Promise;
import onsale.rush.http.Answer;
import onsale.rush.http.Balancer;
import onsale.rush.http.Http;

/**
 * What all fans share: the servers, the sale, and the evidence of what fans were told.
 *
 * @param provider where fans approve payments
 */
public record Sale(
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

    public void told(String reservationId, Promise.What what) {
        evidence.told(new Promise(UUID.fromString(reservationId), what));
    }

    /** Uses the provider's page, which is not part of the platform. */
    public Answer atProvider(String method, String path, String body) {
        return http.send(
                method,
                provider.resolve(path),
                Map.of("Authorization", "PortOne " + providerSecret),
                body,
                Http.ANSWER_WITHIN);
    }
}
