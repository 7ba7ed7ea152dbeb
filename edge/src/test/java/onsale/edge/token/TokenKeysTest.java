package onsale.edge.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import onsale.edge.token.TokenCheck.Reason;
import onsale.edge.token.TokenCheck.Refused;
import onsale.edge.token.TokenCheck.Unavailable;
import onsale.edge.token.TokenCheck.Valid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where keys come from, how long they are valid, and what is remembered of verified tokens. */
class TokenKeysTest extends AccessTokensRig {

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
}
