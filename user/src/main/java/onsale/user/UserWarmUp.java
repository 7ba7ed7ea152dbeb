package onsale.user;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.access.CurrentUser;
import onsale.platform.warmup.WarmUp;
import onsale.user.account.Account;
import onsale.user.token.AccessTokenIssuer;

/** Warms up the user context, and gives the warm-up a valid token of a user who does not exist. */
final class UserWarmUp implements WarmUp {

    private static final int CI_HASH_BYTES = 32;

    private final AccessTokenIssuer issuer;

    UserWarmUp(AccessTokenIssuer issuer) {
        this.issuer = issuer;
    }

    @Override
    public Map<String, String> credentials() {
        Account nobody =
                Account.withoutPassword(
                        UUID.randomUUID(), new byte[CI_HASH_BYTES], CurrentUser.USER);
        return Map.of("Authorization", "Bearer " + issuer.issue(nobody, UUID.randomUUID()));
    }

    @Override
    public List<Call> calls() {
        return List.of(
                new Call("GET", "/api/users/me", null),
                new Call("POST", "/api/auth/refresh", "{\"refreshToken\":\"none\"}"));
    }
}
