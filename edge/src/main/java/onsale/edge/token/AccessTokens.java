package onsale.edge.token;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import onsale.edge.token.TokenCheck.Reason;
import onsale.edge.token.TokenCheck.Refused;
import onsale.edge.token.TokenCheck.Unavailable;
import onsale.edge.token.TokenCheck.Valid;
import onsale.platform.Sha256;
import onsale.platform.access.AccessClaims;
import onsale.platform.access.CurrentUser;
import onsale.platform.access.KeySetSource;
import onsale.platform.access.RevokedTokens;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Verifies access tokens. The algorithm is ours, never the token's choice; keys come from the key
 * set only. A verified token is remembered by its hash until it ends, its key is withdrawn or
 * others need the place, and is asked for revocation each time.
 */
public final class AccessTokens {

    private final Keys keys;
    private final TokenClaims claims;
    private final RevokedTokens revoked;
    private final Duration leeway;
    private final Clock clock;
    private final Cache<ByteBuffer, Known> verified;

    private record Known(Valid valid, String keyId, RSAPublicKey key) {}

    public AccessTokens(
            AuthSettings settings, KeySetSource source, RevokedTokens revoked, Clock clock) {
        this.keys = new Keys(source, settings.keysFor(), settings.refetchEvery(), clock);
        this.claims = new TokenClaims(settings.issuer(), settings.audience());
        this.revoked = revoked;
        this.leeway = settings.leeway();
        this.clock = clock;
        this.verified =
                Caffeine.newBuilder()
                        .maximumSize(settings.cacheMax())
                        .expireAfter(
                                Expiry.<ByteBuffer, Known>creating(
                                        (hash, known) -> untilEnd(known.valid())))
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
            return check instanceof Valid valid && revoked.isRevoked(valid.tokenId())
                    ? new Refused(Reason.REVOKED)
                    : check;
        } catch (Keys.Unavailable e) {
            return new Unavailable();
        }
    }

    /**
     * Who it is, if that can be said without reading keys: for callers that must not block. Null
     * says nothing about the token.
     */
    public @Nullable CurrentUser known(String token) {
        if (token.length() > Jwt.CHARACTERS_MAX) {
            return null;
        }
        ByteBuffer hash = hash(token);
        @Nullable Known known = verified.getIfPresent(hash);
        try {
            if (known == null) {
                JsonNode keyId = Jwt.parse(token).header().path("kid");
                boolean keyKnown = keyId.isString() && keys.known(keyId.stringValue()) != null;
                return keyKnown && verify(token) instanceof Valid valid ? valid.user() : null;
            }
            return keys.known(known.keyId()) != null && verify(token) instanceof Valid valid
                    ? valid.user()
                    : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private TokenCheck again(Known known) throws Keys.Unavailable {
        if (!known.valid().expiresAt().isAfter(earliestEnd())) {
            return new Refused(Reason.EXPIRED);
        }
        return known.key().equals(keys.find(known.keyId()))
                ? known.valid()
                : new Refused(Reason.UNKNOWN_KEY);
    }

    private TokenCheck verifyNew(String token, ByteBuffer hash) throws Keys.Unavailable {
        Jwt jwt;
        try {
            jwt = Jwt.parse(token);
        } catch (IllegalArgumentException e) {
            return new Refused(Reason.MALFORMED);
        }
        JsonNode algorithm = jwt.header().path("alg");
        if (!algorithm.isString() || !algorithm.stringValue().equals(AccessClaims.ALGORITHM)) {
            return new Refused(Reason.ALGORITHM);
        }
        JsonNode keyId = jwt.header().path("kid");
        if (!keyId.isString() || jwt.header().has("crit")) { // "crit": rules we do not know
            return new Refused(Reason.MALFORMED);
        }
        @Nullable RSAPublicKey key = keys.find(keyId.stringValue());
        if (key == null) {
            return new Refused(Reason.UNKNOWN_KEY);
        }
        if (!isSigned(jwt, key)) {
            return new Refused(Reason.SIGNATURE);
        }
        TokenCheck check = claims.read(jwt.claims(), earliestEnd(), clock.instant().plus(leeway));
        if (check instanceof Valid valid) {
            verified.put(hash, new Known(valid, keyId.stringValue(), key));
        }
        return check;
    }

    private Instant earliestEnd() {
        return clock.instant().minus(leeway);
    }

    private Duration untilEnd(Valid valid) {
        Duration left = Duration.between(earliestEnd(), valid.expiresAt());
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static boolean isSigned(Jwt jwt, RSAPublicKey key) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(key);
            signature.update(jwt.signed());
            return signature.verify(jwt.signature());
        } catch (SignatureException e) {
            return false; // of the wrong length or form
        } catch (GeneralSecurityException e) {
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
