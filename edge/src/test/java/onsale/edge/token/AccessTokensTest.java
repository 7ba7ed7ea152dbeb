package onsale.edge.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import onsale.edge.token.TokenCheck.Reason;
import onsale.edge.token.TokenCheck.Refused;
import onsale.edge.token.TokenCheck.Unavailable;
import onsale.edge.token.TokenCheck.Valid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A token is good only if its issuer signed exactly this, for us, for now. */
class AccessTokensTest {

    private final Issuer issuer = new Issuer();
    private final TestClock clock = new TestClock();
    private final Set<String> revoked = new HashSet<>();
    private final AccessTokens tokens = tokens(1_000);
    private final UUID user = UUID.randomUUID();

    private AccessTokens tokens(int cacheMax) {
        var settings =
                new AuthSettings(
                        "onsale",
                        "onsale",
                        issuer.url(),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(10),
                        cacheMax);
        return new AccessTokens(settings, new HttpKeySet(issuer.url()), revoked::contains, clock);
    }

    @AfterEach
    void close() {
        issuer.close();
    }

    @Test
    void aGoodTokenTellsWhoItIs() {
        String token = issuer.token(user, "USER", "ADMIN");

        for (int i = 0; i < 3; i++) {
            assertThat(tokens.verify(token))
                    .isInstanceOfSatisfying(
                            Valid.class,
                            valid -> {
                                assertThat(valid.user().userId()).isEqualTo(user);
                                assertThat(valid.user().personId()).isEqualTo("person-of-" + user);
                                assertThat(valid.user().roles())
                                        .containsExactlyInAnyOrder("USER", "ADMIN");
                            });
        }
        assertThat(issuer.fetches()).isEqualTo(1);
    }

    @Test
    void theTokenDoesNotChooseTheAlgorithm() throws GeneralSecurityException {
        String claims = Issuer.part(Issuer.claims(user, "ADMIN"));
        String good = issuer.token(user, "USER");
        String goodSignature = good.substring(good.lastIndexOf('.') + 1);

        for (String none : List.of("none", "None", "NONE", "", "rs256", "RS384", "PS256")) {
            String head = Issuer.part(Map.of("alg", none, "kid", "k1"));
            refused(head + "." + claims + ".", Reason.ALGORITHM);
            refused(head + "." + claims + "." + goodSignature, Reason.ALGORITHM);
        }

        String signed = Issuer.part(Map.of("alg", "HS256", "kid", "k1")) + "." + claims;
        for (byte[] secret :
                List.of(
                        issuer.publicKey("k1").getEncoded(),
                        issuer.publicKey("k1").getModulus().toByteArray())) {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            byte[] tag = mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII));
            refused(signed + "." + Issuer.base64(tag), Reason.ALGORITHM);
        }
        refused(
                Issuer.part(Map.of("kid", "k1")) + "." + claims + "." + goodSignature,
                Reason.ALGORITHM);
    }

    @Test
    void aKeyOfAnotherKindOrUseVerifiesNothing() {
        Map<String, Object> good = Issuer.jwk("k1", issuer.publicKey("k1"));
        for (Map.Entry<String, String> wrong :
                Map.of("kty", "oct", "use", "enc", "alg", "HS256", "n", "AQAB", "kid", "k2")
                        .entrySet()) {
            Map<String, Object> key = new HashMap<>(good);
            key.put(wrong.getKey(), wrong.getValue());
            issuer.publish(Map.of("keys", List.of(key)));

            assertThat(tokens(0).verify(issuer.token(user, "USER")))
                    .as(wrong.toString())
                    .isEqualTo(new Refused(Reason.UNKNOWN_KEY));
        }
    }

    @Test
    void aKeyInsideTheTokenIsNotBelieved() {
        try (Issuer stranger = Issuer.stranger()) {
            Map<String, Object> header =
                    Map.of(
                            "alg",
                            "RS256",
                            "kid",
                            "k1",
                            "jku",
                            stranger.url(),
                            "jwk",
                            Issuer.jwk("k1", stranger.publicKey("k1")));

            refused(stranger.sign(header, "k1", Issuer.claims(user, "ADMIN")), Reason.SIGNATURE);
            assertThat(stranger.fetches()).isZero();
        }
    }

    @Test
    void nothingInItCanBeChanged() {
        String token = issuer.token(user, "USER");
        String[] parts = token.split("\\.", -1);

        refused(
                parts[0] + "." + Issuer.part(Issuer.claims(user, "ADMIN")) + "." + parts[2],
                Reason.SIGNATURE);
        refused(parts[0] + "." + parts[1] + ".", Reason.SIGNATURE);
        refused(parts[0] + "." + parts[1] + "." + Issuer.base64(new byte[256]), Reason.SIGNATURE);
    }

    @Test
    void whatIsNoTokenIsRefused() {
        String good = issuer.token(user, "USER");
        String[] parts = good.split("\\.", -1);
        for (String text :
                List.of(
                        "",
                        ".",
                        "..",
                        "...",
                        "a.b.c",
                        good + ".",
                        good + "=",
                        good + " ",
                        " " + good,
                        parts[0] + "." + parts[1],
                        parts[0] + "==." + parts[1] + "." + parts[2],
                        Issuer.base64("[]".getBytes(StandardCharsets.UTF_8)) + ".e30.AA",
                        Issuer.base64(
                                        "{\"alg\":\"RS256\",\"alg\":\"none\",\"kid\":\"k1\"}"
                                                .getBytes(StandardCharsets.UTF_8))
                                + "."
                                + parts[1]
                                + "."
                                + parts[2],
                        Issuer.base64("[".repeat(1_000).getBytes(StandardCharsets.UTF_8))
                                + ".e30.AA",
                        "\u00e9" + good,
                        "x".repeat(5_000),
                        good + "A".repeat(5_000))) {
            refused(text, Reason.MALFORMED);
        }
        refused(
                issuer.sign(
                        Map.of("alg", "RS256", "kid", "k1", "crit", List.of("exp")),
                        "k1",
                        Issuer.claims(user, "USER")),
                Reason.MALFORMED);
        assertThat(tokens.verify(good)).isInstanceOf(Valid.class);
    }

    @Test
    void itsTimeIsKeptWithALeeway() {
        Map<String, Object> claims = Issuer.claims(user, "USER");
        long now = clock.instant().getEpochSecond();
        claims.put("nbf", now + 60);
        claims.put("exp", now + 120);
        String token = issuer.sign("k1", claims);

        refused(token, Reason.NOT_YET_VALID);
        clock.pass(Duration.ofSeconds(31));
        assertThat(tokens.verify(token)).isInstanceOf(Valid.class);
        clock.pass(Duration.ofSeconds(110)); // 21 s after its end, and remembered
        assertThat(tokens.verify(token)).isInstanceOf(Valid.class);
        clock.pass(Duration.ofSeconds(10));
        refused(token, Reason.EXPIRED);
        assertThat(tokens(0).verify(token)).isEqualTo(new Refused(Reason.EXPIRED));
    }

    @Test
    void everyClaimIsChecked() {
        refusedWith("iss", "another", Reason.ISSUER);
        refusedWith("iss", List.of("onsale"), Reason.ISSUER);
        refusedWith("aud", "another", Reason.AUDIENCE);
        refusedWith("aud", List.of("another"), Reason.AUDIENCE);
        refusedWith("exp", "soon", Reason.CLAIMS);
        refusedWith("exp", 1.5, Reason.CLAIMS);
        refusedWith("exp", Long.MAX_VALUE, Reason.CLAIMS);
        refusedWith("nbf", "now", Reason.CLAIMS);
        refusedWith("sub", "1", Reason.CLAIMS);
        refusedWith("sub", "1-1-1-1-1", Reason.CLAIMS);
        refusedWith("pid", "", Reason.CLAIMS);
        refusedWith("pid", "a b", Reason.CLAIMS);
        refusedWith("jti", 7, Reason.CLAIMS);
        refusedWith("roles", "ADMIN", Reason.CLAIMS);
        refusedWith("roles", List.of(1), Reason.CLAIMS);
        for (String name : List.of("iss", "aud", "exp", "sub", "pid", "jti", "roles")) {
            Map<String, Object> claims = Issuer.claims(user, "USER");
            claims.remove(name);
            assertThat(tokens.verify(issuer.sign("k1", claims)))
                    .as("without " + name)
                    .isInstanceOf(Refused.class);
        }
        Map<String, Object> several = Issuer.claims(user, "USER");
        several.put("aud", List.of("another", "onsale"));
        several.remove("nbf");
        assertThat(tokens.verify(issuer.sign("k1", several))).isInstanceOf(Valid.class);
    }

    /**
     * The canary of every check: each of these tokens differs from a good one in a single thing and
     * is correct otherwise, with a true signature of what it says. So only the check that is named
     * stands in its way.
     */
    @Test
    void oneThingWrongIsEnough() {
        try (Issuer stranger = Issuer.stranger()) {
            Map<Reason, String> wrong = new EnumMap<>(Reason.class);
            wrong.put(Reason.MALFORMED, with("k1", "crit", List.of("b64")));
            wrong.put(Reason.ALGORITHM, with("k1", "alg", "RS512"));
            wrong.put(Reason.UNKNOWN_KEY, with("k1", "kid", "k9"));
            wrong.put(Reason.SIGNATURE, stranger.token(user, "USER"));
            wrong.put(Reason.ISSUER, with("iss", "another"));
            wrong.put(Reason.AUDIENCE, with("aud", "another"));
            wrong.put(Reason.EXPIRED, with("exp", now() - 31));
            wrong.put(Reason.NOT_YET_VALID, with("nbf", now() + 31));
            wrong.put(Reason.CLAIMS, with("pid", "not a person"));
            wrong.put(Reason.REVOKED, with("jti", "revoked-one"));
            revoked.add("revoked-one");

            assertThat(wrong.keySet()).as("a check without a row").containsOnly(Reason.values());
            wrong.forEach((reason, token) -> {
                boolean foreign = reason == Reason.SIGNATURE;
                assertThat((foreign ? stranger : issuer).hasSigned(token, "k1"))
                        .as(reason.name())
                        .isTrue();
                refused(token, reason);
                refused(token, reason); // nor later, out of what is remembered
            });
            assertThat(tokens.verify(issuer.token(user, "USER"))).isInstanceOf(Valid.class);
            assertThat(tokens.verify(with("exp", now() - 29))).isInstanceOf(Valid.class);
            assertThat(tokens.verify(with("nbf", now() + 29))).isInstanceOf(Valid.class);
        }
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }

    private String with(String claim, Object value) {
        Map<String, Object> claims = Issuer.claims(user, "USER");
        claims.put(claim, value);
        return issuer.sign("k1", claims);
    }

    private String with(String keyId, String header, Object value) {
        Map<String, Object> headers = new HashMap<>(Map.of("alg", "RS256", "kid", keyId));
        headers.put(header, value);
        return issuer.sign(headers, keyId, Issuer.claims(user, "USER"));
    }

    @Test
    void inventedKeyIdsDoNotMakeUsAskAgainAndAgain() {
        String good = issuer.token(user, "USER");
        assertThat(tokens.verify(good)).isInstanceOf(Valid.class);
        clock.pass(Duration.ofSeconds(11));

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 500; i++) {
                String head = Issuer.part(Map.of("alg", "RS256", "kid", "invented-" + i));
                threads.execute(() -> refused(head + ".e30.AA", Reason.UNKNOWN_KEY));
            }
        }

        assertThat(issuer.fetches()).isEqualTo(2);
        assertThat(tokens.verify(good)).isInstanceOf(Valid.class);
    }

    @Test
    void aNewKeyIsFoundAndAWithdrawnOneIsForgotten() {
        String old = issuer.token(user, "USER");
        assertThat(tokens.verify(old)).isInstanceOf(Valid.class);
        issuer.addKey("k2");
        String fresh = issuer.sign("k2", Issuer.claims(user, "USER"));

        refused(fresh, Reason.UNKNOWN_KEY); // asked a moment ago
        clock.pass(Duration.ofSeconds(10));
        assertThat(tokens.verify(fresh)).isInstanceOf(Valid.class);

        issuer.withdrawKey("k1");
        assertThat(tokens.verify(old)).isInstanceOf(Valid.class);
        clock.pass(Duration.ofMinutes(9));
        assertThat(tokens.verify(fresh)).isInstanceOf(Valid.class);
        clock.pass(Duration.ofMinutes(1));
        refused(old, Reason.UNKNOWN_KEY); // though it was remembered
    }

    @Test
    void whileTheIssuerIsAwayKnownKeysStayGoodAndNothingElseIsJudged() {
        String token = issuer.token(user, "USER");
        issuer.away(true);
        assertThat(tokens.verify(token)).isInstanceOf(Unavailable.class);
        assertThat(tokens.verify(token)).isInstanceOf(Unavailable.class);
        assertThat(issuer.fetches()).isEqualTo(1);

        issuer.away(false);
        clock.pass(Duration.ofSeconds(10));
        assertThat(tokens.verify(token)).isInstanceOf(Valid.class);

        issuer.away(true);
        Map<String, Object> claims = Issuer.claims(user, "USER");
        claims.put("exp", clock.instant().plus(Duration.ofDays(3)).getEpochSecond());
        String lasting = issuer.sign("k1", claims);
        clock.pass(Duration.ofHours(23));
        assertThat(tokens.verify(lasting)).isInstanceOf(Valid.class);
        clock.pass(Duration.ofHours(2));
        assertThat(tokens.verify(lasting)).isInstanceOf(Unavailable.class);
    }

    @Test
    @Timeout(60)
    void anIssuerThatNeverFinishesOrNeverEndsIsGivenUp() {
        String token = issuer.token(user, "USER");
        issuer.stalls(true);
        assertThat(tokens.verify(token)).isInstanceOf(Unavailable.class);

        issuer.stalls(false);
        issuer.publish(Map.of("keys", List.of(), "padding", "x".repeat(100_000)));
        clock.pass(Duration.ofSeconds(10));
        assertThat(tokens.verify(token)).isInstanceOf(Unavailable.class);
    }

    @Test
    void aRevokedTokenIsRefusedThoughItIsRemembered() {
        Map<String, Object> claims = Issuer.claims(user, "USER");
        String token = issuer.sign("k1", claims);
        assertThat(tokens.verify(token)).isInstanceOf(Valid.class);

        revoked.add(String.valueOf(claims.get("jti")));

        refused(token, Reason.REVOKED);
    }

    @Test
    void onlySoManyTokensAreRemembered() {
        AccessTokens few = tokens(10);
        for (int i = 0; i < 50; i++) {
            assertThat(few.verify(issuer.token("USER"))).isInstanceOf(Valid.class);
        }

        assertThat(few.remembered()).isLessThanOrEqualTo(10);
    }

    private void refused(String token, Reason reason) {
        assertThat(tokens.verify(token)).as(token).isEqualTo(new Refused(reason));
    }

    private void refusedWith(String claim, Object value, Reason reason) {
        Map<String, Object> claims = Issuer.claims(user, "USER");
        claims.put(claim, value);
        assertThat(tokens.verify(issuer.sign("k1", claims)))
                .as(claim + " " + value)
                .isEqualTo(new Refused(reason));
    }

    /** Time that passes when the test says so. */
    private static final class TestClock extends Clock {

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
