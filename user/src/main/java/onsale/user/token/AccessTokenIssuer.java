package onsale.user.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import jakarta.servlet.http.HttpServletRequest;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import onsale.platform.access.AccessClaims;
import onsale.platform.access.ApiAccess;
import onsale.platform.redis.revocation.TokenBlacklist;
import onsale.user.account.Account;
import org.jspecify.annotations.Nullable;

/** Issues access tokens. {@link AccessClaims} names what issuer and verifier agree on. */
public final class AccessTokenIssuer {

    private static final String SCHEME = "Bearer ";

    private final SigningKeys keys;
    private final String issuer;
    private final String audience;
    private final Duration accessFor;
    private final Clock clock;
    private final RandomGenerator random;

    public AccessTokenIssuer(
            SigningKeys keys,
            String issuer,
            String audience,
            Duration accessFor,
            Clock clock,
            RandomGenerator random) {
        this.keys = keys;
        this.issuer = issuer;
        this.audience = audience;
        this.accessFor = accessFor;
        this.clock = clock;
        this.random = random;
    }

    /** The lifetime of an access token. */
    public Duration accessFor() {
        return accessFor;
    }

    public String issue(Account account, UUID session) {
        return sign(claims(account, session, accessFor).build());
    }

    /** A token of a program, which may do what its key allows. */
    public String issue(Account account, UUID session, ApiAccess byKey, Duration life) {
        return sign(
                claims(account, session, life)
                        .claim(AccessClaims.KEY_ID, byKey.keyId().toString())
                        .claim(AccessClaims.SCOPES, List.copyOf(byKey.scopes()))
                        .claim(AccessClaims.PER_MINUTE, byKey.perMinute())
                        .build());
    }

    private JWTClaimsSet.Builder claims(Account account, UUID session, Duration life) {
        Instant now = clock.instant();
        return new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(audience)
                .subject(account.id().toString())
                .claim(AccessClaims.PERSON_ID, account.personId())
                .claim(AccessClaims.ROLES, List.of(account.role()))
                .jwtID(
                        TokenBlacklist.tokenId(
                                session.toString(), HexFormat.of().toHexDigits(random.nextLong())))
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(life)));
    }

    /** The session of the access token of a request, which the front has verified. */
    public static @Nullable UUID sessionOf(HttpServletRequest http) {
        @Nullable String authorization = http.getHeader("Authorization");
        return authorization == null || authorization.length() < SCHEME.length()
                ? null
                : sessionOf(authorization.substring(SCHEME.length()));
    }

    /**
     * The session of an access token that has been verified. Returns null if this context has not
     * issued the token.
     */
    public static @Nullable UUID sessionOf(String accessToken) {
        try {
            @Nullable String id = SignedJWT.parse(accessToken).getJWTClaimsSet().getJWTID();
            return id == null ? null : UUID.fromString(TokenBlacklist.session(id));
        } catch (ParseException | IllegalArgumentException e) {
            return null;
        }
    }

    private String sign(JWTClaimsSet claims) {
        SigningKey key = keys.signing();
        JWSHeader header =
                new JWSHeader.Builder(JWSAlgorithm.RS256)
                        .type(JOSEObjectType.JWT)
                        .keyID(key.id())
                        .build();
        SignedJWT token = new SignedJWT(header, claims);
        try {
            token.sign(new RSASSASigner(key.privateKey()));
        } catch (JOSEException e) {
            throw new IllegalStateException("cannot sign with " + key.id(), e);
        }
        return token.serialize();
    }
}
