package onsale.edge.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import java.nio.ByteBuffer;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import onsale.edge.token.TokenCheck.Reason;
import onsale.edge.token.TokenCheck.Refused;
import onsale.edge.token.TokenCheck.Unavailable;
import onsale.edge.token.TokenCheck.Valid;
import onsale.platform.Sha256;
import onsale.platform.access.KeySetSource;
import onsale.platform.access.RevokedTokens;
import org.jspecify.annotations.Nullable;

/**
 * Verifies access tokens. The algorithm is fixed, never the token's choice, and keys come from the
 * key set only. A verified token is cached by its hash until it expires, its key is withdrawn or it
 * is evicted. Revocation is checked each time.
 */
public final class AccessTokens {

    private final KeyCache keys;
    private final TokenClaims claims;
    private final RevokedTokens revoked;
    private final Duration leeway;
    private final Clock clock;
    private final Cache<ByteBuffer, Known> verified;

    private record Known(Valid valid, String keyId, RSAPublicKey key) {}

    public AccessTokens(
            AuthSettings settings, KeySetSource source, RevokedTokens revoked, Clock clock) {
        this.keys = new KeyCache(source, settings.keysFor(), settings.refetchEvery(), clock);
        this.claims = new TokenClaims(settings.issuer(), settings.audience());
        this.revoked = revoked;
        this.leeway = settings.leeway();
        this.clock = clock;
        this.verified =
                Caffeine.newBuilder()
                        .maximumSize(settings.cacheMax())
                        .expireAfter(
                                Expiry.<ByteBuffer, Known>creating(
                                        (hash, known) -> untilExpiry(known.valid())))
                        .build();
    }

    public TokenCheck verify(String token) {
        if (token.length() > Jwt.CHARACTERS_MAX) {
            return new Refused(Reason.MALFORMED);
        }
        ByteBuffer hash = hash(token);
        try {
            @Nullable Known known = verified.getIfPresent(hash);
            TokenCheck check = known == null ? verifyNew(token, hash) : again(known);
            if (check instanceof Valid && !revoked.isComplete()) {
                return new Unavailable();
            }
            return check instanceof Valid valid && revoked.isRevoked(valid.tokenId())
                    ? new Refused(Reason.REVOKED)
                    : check;
        } catch (KeyCache.Unavailable e) {
            return new Unavailable();
        }
    }

    /** Returns the result for a token that was verified before; null if it is not known here. */
    public @Nullable TokenCheck remembered(String token) {
        if (token.length() > Jwt.CHARACTERS_MAX) {
            return new Refused(Reason.MALFORMED);
        }
        @Nullable Known known = verified.getIfPresent(hash(token));
        return known == null || keys.known(known.keyId()) == null ? null : verify(token);
    }

    /** Returns the result without blocking; null if keys have to be read first. */
    public @Nullable TokenCheck atOnce(String token) {
        if (token.length() > Jwt.CHARACTERS_MAX) {
            return new Refused(Reason.MALFORMED);
        }
        try {
            @Nullable String keyId = Jwt.parse(token).header().getKeyID();
            return keyId != null && keys.known(keyId) == null ? null : verify(token);
        } catch (IllegalArgumentException e) {
            return new Refused(Reason.MALFORMED);
        }
    }

    private TokenCheck again(Known known) throws KeyCache.Unavailable {
        if (!known.valid().expiresAt().isAfter(earliestEnd())) {
            return new Refused(Reason.EXPIRED);
        }
        return known.key().equals(keys.find(known.keyId()))
                ? known.valid()
                : new Refused(Reason.UNKNOWN_KEY);
    }

    private TokenCheck verifyNew(String token, ByteBuffer hash) throws KeyCache.Unavailable {
        Jwt jwt;
        try {
            jwt = Jwt.parse(token);
        } catch (IllegalArgumentException e) {
            return new Refused(Reason.MALFORMED);
        }
        if (!jwt.header().getAlgorithm().equals(JWSAlgorithm.RS256)) {
            return new Refused(Reason.ALGORITHM);
        }
        @Nullable String keyId = jwt.header().getKeyID();
        if (keyId == null
                || jwt.header().getCriticalParams()
                        != null) { // extensions that we do not implement
            return new Refused(Reason.MALFORMED);
        }
        @Nullable RSAPublicKey key = keys.find(keyId);
        if (key == null) {
            return new Refused(Reason.UNKNOWN_KEY);
        }
        if (!isSigned(jwt, key)) {
            return new Refused(Reason.SIGNATURE);
        }
        TokenCheck check = claims.read(jwt.claims(), earliestEnd(), clock.instant().plus(leeway));
        if (check instanceof Valid valid) {
            verified.put(hash, new Known(valid, keyId, key));
        }
        return check;
    }

    private Instant earliestEnd() {
        return clock.instant().minus(leeway);
    }

    private Duration untilExpiry(Valid valid) {
        Duration left = Duration.between(earliestEnd(), valid.expiresAt());
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static boolean isSigned(Jwt jwt, RSAPublicKey key) {
        try {
            return jwt.signed().verify(new RSASSAVerifier(key));
        } catch (JOSEException e) {
            throw new IllegalStateException("every JDK has SHA256withRSA", e);
        }
    }

    private static ByteBuffer hash(String token) {
        return ByteBuffer.wrap(Sha256.of(token));
    }

    long remembered() {
        verified.cleanUp();
        return verified.estimatedSize();
    }
}
