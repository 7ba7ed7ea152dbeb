package onsale.bench;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import onsale.edge.token.AccessTokens;
import onsale.edge.token.AuthSettings;
import onsale.edge.token.TokenCheck;
import onsale.platform.access.RevokedTokens;

/**
 * Measures the verification of access tokens on one thread: new tokens compared with the bare
 * signature check of the JDK, and cached ones.
 */
final class TokenBench implements Bench.Benchmark {

    private static final String NAME = "tokens";
    private static final int TOKENS = 3_000;
    private static final int CACHED_LOOPS = 30;
    private static final int ROUNDS = 5;
    private static final int WARM_UPS = 4;

    /** Parsing, claims and the cache cost little compared with RSA. */
    private static final double COLD_RATIO_MIN = 0.5;

    private final BenchTokens issuer = new BenchTokens();
    private final List<String> tokens = new ArrayList<>();

    @Override
    public List<Result> run() throws Exception {
        for (int n = 0; n < TOKENS; n++) {
            tokens.add(issuer.token());
        }
        Rounds raw = new Rounds();
        Rounds cold = new Rounds();
        Rounds cached = new Rounds();
        for (int round = -WARM_UPS; round < ROUNDS; round++) {
            double bare = signatures();
            AccessTokens fresh = verifier();
            double first = verify(fresh, 1);
            double again = verify(fresh, CACHED_LOOPS);
            if (round >= 0) {
                raw.add(bare);
                cold.add(first);
                cached.add(again);
            }
        }
        return List.of(
                Result.printed(NAME, "RS256, the JDK's signature check alone", raw, "/s"),
                Result.printed(NAME, "token seen for the first time", cold, "/s")
                        .against("the signature alone", raw.median())
                        .ratioAtLeast(COLD_RATIO_MIN),
                Result.printed(NAME, "token seen before", cached, "/s")
                        .against("for the first time", cold.median())
                        .ratioAtLeast(3));
    }

    private double verify(AccessTokens verifier, int loops) {
        long start = System.nanoTime();
        for (int loop = 0; loop < loops; loop++) {
            for (String token : tokens) {
                if (!(verifier.verify(token) instanceof TokenCheck.Valid)) {
                    throw new IllegalStateException("a good token is refused");
                }
            }
        }
        return perSecond(loops, start);
    }

    private double signatures() throws GeneralSecurityException {
        long start = System.nanoTime();
        for (String token : tokens) {
            int dot = token.lastIndexOf('.');
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(issuer.key());
            signature.update(token.substring(0, dot).getBytes(StandardCharsets.US_ASCII));
            if (!signature.verify(Base64.getUrlDecoder().decode(token.substring(dot + 1)))) {
                throw new IllegalStateException("a good signature is refused");
            }
        }
        return perSecond(1, start);
    }

    private static double perSecond(int loops, long startNanos) {
        return (double) TOKENS * loops * 1e9 / (System.nanoTime() - startNanos);
    }

    private AccessTokens verifier() {
        AuthSettings settings =
                new AuthSettings(
                        "onsale",
                        "onsale",
                        "",
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(10),
                        Duration.ofSeconds(10),
                        50_000);
        byte[] keys = issuer.keySet();
        return new AccessTokens(settings, () -> keys, RevokedTokens.NONE, Clock.systemUTC());
    }
}
