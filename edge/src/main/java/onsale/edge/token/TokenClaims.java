package onsale.edge.token;

import static onsale.platform.access.AccessClaims.AUDIENCE;
import static onsale.platform.access.AccessClaims.EXPIRES_AT;
import static onsale.platform.access.AccessClaims.ISSUER;
import static onsale.platform.access.AccessClaims.KEY_ID;
import static onsale.platform.access.AccessClaims.NOT_BEFORE;
import static onsale.platform.access.AccessClaims.PERSON_ID;
import static onsale.platform.access.AccessClaims.PER_MINUTE;
import static onsale.platform.access.AccessClaims.ROLES;
import static onsale.platform.access.AccessClaims.SCOPES;
import static onsale.platform.access.AccessClaims.TOKEN_ID;
import static onsale.platform.access.AccessClaims.USER_ID;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import onsale.edge.token.TokenCheck.Reason;
import onsale.edge.token.TokenCheck.Refused;
import onsale.edge.token.TokenCheck.Valid;
import onsale.platform.Ids;
import onsale.platform.access.ApiAccess;
import onsale.platform.access.CurrentUser;
import org.jspecify.annotations.Nullable;

/** Checks the claims of a token whose signature is valid. Every claim has one form and a bound. */
final class TokenClaims {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final Pattern ROLE = Pattern.compile("[A-Z_]{1,32}");
    private static final Pattern SCOPE = Pattern.compile("[a-z]{1,20}(:[a-z]{1,20})?");
    private static final int TEXTS_MAX = 16;
    private static final int PER_MINUTE_MAX = 1_000_000;
    private static final long SECONDS_MAX = 253_402_300_799L; // the year 9999

    private final String issuer;
    private final String audience;

    TokenClaims(String issuer, String audience) {
        this.issuer = issuer;
        this.audience = audience;
    }

    TokenCheck read(Map<String, Object> claims, Instant earliestEnd, Instant latestStart) {
        if (!issuer.equals(text(claims.get(ISSUER)))) {
            return new Refused(Reason.ISSUER);
        }
        if (!hasAudience(claims.get(AUDIENCE))) {
            return new Refused(Reason.AUDIENCE);
        }
        @Nullable Instant expiresAt = time(claims.get(EXPIRES_AT));
        @Nullable CurrentUser user = user(claims);
        @Nullable String tokenId = matching(ID, claims.get(TOKEN_ID));
        if (expiresAt == null || user == null || tokenId == null) {
            return new Refused(Reason.CLAIMS);
        }
        if (!expiresAt.isAfter(earliestEnd)) {
            return new Refused(Reason.EXPIRED);
        }
        if (claims.containsKey(NOT_BEFORE)) {
            @Nullable Instant notBefore = time(claims.get(NOT_BEFORE));
            if (notBefore == null) {
                return new Refused(Reason.CLAIMS);
            }
            if (notBefore.isAfter(latestStart)) {
                return new Refused(Reason.NOT_YET_VALID);
            }
        }
        return new Valid(user, tokenId, expiresAt);
    }

    private boolean hasAudience(@Nullable Object claim) {
        return claim instanceof List<?> several
                ? several.contains(audience)
                : audience.equals(claim);
    }

    private static @Nullable CurrentUser user(Map<String, Object> claims) {
        @Nullable UUID userId = Ids.read(text(claims.get(USER_ID)));
        @Nullable String personId = matching(ID, claims.get(PERSON_ID));
        @Nullable Set<String> roles = texts(ROLE, claims.get(ROLES));
        if (userId == null || personId == null || roles == null) {
            return null;
        }
        if (!claims.containsKey(KEY_ID)) {
            return new CurrentUser(userId, personId, roles);
        }
        @Nullable ApiAccess byKey = byKey(claims);
        return byKey == null ? null : new CurrentUser(userId, personId, roles, byKey);
    }

    /** What a key allows; null if the claims do not say it, and then the token is no good. */
    private static @Nullable ApiAccess byKey(Map<String, Object> claims) {
        @Nullable UUID keyId = Ids.read(text(claims.get(KEY_ID)));
        @Nullable Set<String> scopes = texts(SCOPE, claims.get(SCOPES));
        return keyId == null
                        || scopes == null
                        || !(claims.get(PER_MINUTE) instanceof Long perMinute)
                        || perMinute < 1
                        || perMinute > PER_MINUTE_MAX
                ? null
                : new ApiAccess(keyId, scopes, perMinute.intValue());
    }

    private static @Nullable Set<String> texts(Pattern form, @Nullable Object claim) {
        if (!(claim instanceof List<?> several) || several.size() > TEXTS_MAX) {
            return null;
        }
        Set<String> texts = new HashSet<>();
        for (Object one : several) {
            @Nullable String text = matching(form, one);
            if (text == null) {
                return null;
            }
            texts.add(text);
        }
        return texts;
    }

    private static @Nullable Instant time(@Nullable Object claim) {
        return claim instanceof Long seconds && seconds >= 0 && seconds <= SECONDS_MAX
                ? Instant.ofEpochSecond(seconds)
                : null;
    }

    private static @Nullable String matching(Pattern pattern, @Nullable Object claim) {
        @Nullable String text = text(claim);
        return text != null && pattern.matcher(text).matches() ? text : null;
    }

    private static @Nullable String text(@Nullable Object claim) {
        return claim instanceof String text ? text : null;
    }
}
