package onsale.edge.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import onsale.edge.token.TokenCheck.Reason;
import onsale.edge.token.TokenCheck.Refused;
import onsale.edge.token.TokenCheck.Valid;
import org.junit.jupiter.api.Test;

/** A token is good only if its issuer signed exactly this, for us, for now. */
class AccessTokensTest extends AccessTokensRig {

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

        for (String other : List.of("None", "NONE", "rs256", "RS384", "PS256")) {
            String head = Issuer.part(Map.of("alg", other, "kid", "k1"));
            refused(head + "." + claims + ".", Reason.MALFORMED);
            refused(head + "." + claims + "." + goodSignature, Reason.ALGORITHM);
        }
        for (String none : List.of("none", "")) {
            String head = Issuer.part(Map.of("alg", none, "kid", "k1"));
            refused(head + "." + claims + ".", Reason.MALFORMED);
            assertThat(tokens.verify(head + "." + claims + "." + goodSignature))
                    .isInstanceOf(Refused.class);
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
                Reason.MALFORMED);
    }

    @Test
    void nothingInItCanBeChanged() {
        String token = issuer.token(user, "USER");
        String[] parts = token.split("\\.", -1);

        refused(
                parts[0] + "." + Issuer.part(Issuer.claims(user, "ADMIN")) + "." + parts[2],
                Reason.SIGNATURE);
        refused(parts[0] + "." + parts[1] + ".", Reason.MALFORMED);
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
}
