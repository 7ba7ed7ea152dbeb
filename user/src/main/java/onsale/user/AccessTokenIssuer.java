package onsale.user;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import onsale.platform.access.AccessClaims;
import onsale.platform.access.TokenBlacklist;
import onsale.user.SigningKeyStore.StoredKey;
import tools.jackson.databind.json.JsonMapper;

/** Writes access tokens; who verifies them agrees with us in {@link AccessClaims}. */
final class AccessTokenIssuer {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final SigningKeys keys;
    private final String issuer;
    private final String audience;
    private final Duration accessFor;
    private final Clock clock;
    private final RandomGenerator random;

    AccessTokenIssuer(
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

    Duration accessFor() {
        return accessFor;
    }

    String issue(Account account, UUID session) {
        long now = clock.instant().getEpochSecond();
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put(AccessClaims.ISSUER, issuer);
        claims.put(AccessClaims.AUDIENCE, audience);
        claims.put(AccessClaims.USER_ID, account.id().toString());
        claims.put(AccessClaims.PERSON_ID, account.personId());
        claims.put(AccessClaims.ROLES, List.of(account.role()));
        claims.put(
                AccessClaims.TOKEN_ID,
                TokenBlacklist.tokenId(
                        session.toString(), HexFormat.of().toHexDigits(random.nextLong())));
        claims.put("iat", now);
        claims.put(AccessClaims.EXPIRES_AT, now + accessFor.toSeconds());
        return sign(claims);
    }

    private String sign(Map<String, Object> claims) {
        StoredKey key = keys.signing();
        Map<String, Object> header = new LinkedHashMap<>();
        header.put("alg", AccessClaims.ALGORITHM);
        header.put("typ", "JWT");
        header.put("kid", key.id());
        String signed = part(header) + "." + part(claims);
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key.privateKey());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot sign with " + key.id(), e);
        }
    }

    private static String part(Map<String, Object> json) {
        return base64(JSON.writeValueAsBytes(json));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
