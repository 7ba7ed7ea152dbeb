package onsale.edge.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import onsale.edge.token.TokenCheck.Reason;
import onsale.edge.token.TokenCheck.Refused;
import org.junit.jupiter.api.AfterEach;

/** An issuer of access tokens, their verifier and a clock for one test. */
abstract class AccessTokensRig {

    final Issuer issuer = new Issuer();
    final TestClock clock = new TestClock();
    final Set<String> revoked = new HashSet<>();
    final AccessTokens tokens = tokens(1_000);
    final UUID user = UUID.randomUUID();

    AccessTokens tokens(int cacheMax) {
        var settings =
                new AuthSettings(
                        "onsale",
                        "onsale",
                        issuer.url(),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(10),
                        cacheMax);
        return new AccessTokens(
                settings, new HttpKeySetSource(issuer.url()), revoked::contains, clock);
    }

    @AfterEach
    void close() {
        issuer.close();
    }

    long now() {
        return clock.instant().getEpochSecond();
    }

    String with(String claim, Object value) {
        Map<String, Object> claims = Issuer.claims(user, "USER");
        claims.put(claim, value);
        return issuer.sign("k1", claims);
    }

    String with(String keyId, String header, Object value) {
        Map<String, Object> headers = new HashMap<>(Map.of("alg", "RS256", "kid", keyId));
        headers.put(header, value);
        return issuer.sign(headers, keyId, Issuer.claims(user, "USER"));
    }

    void refused(String token, Reason reason) {
        assertThat(tokens.verify(token)).as(token).isEqualTo(new Refused(reason));
    }

    void refusedWith(String claim, Object value, Reason reason) {
        Map<String, Object> claims = Issuer.claims(user, "USER");
        claims.put(claim, value);
        assertThat(tokens.verify(issuer.sign("k1", claims)))
                .as(claim + " " + value)
                .isEqualTo(new Refused(reason));
    }

    /** Time that passes when the test says so. */
    static final class TestClock extends Clock {

        private volatile Instant now = Instant.now();

        void pass(Duration time) {
            now = now.plus(time);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneId.of("UTC");
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
