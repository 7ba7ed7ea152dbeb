package onsale.user.session;

import java.util.UUID;
import onsale.user.account.Account;
import onsale.user.token.AccessTokenIssuer;

/** An access token and the refresh token that gets the next one. */
public record Tokens(String accessToken, String refreshToken, long expiresInSeconds) {

    static Tokens issue(
            AccessTokenIssuer issuer, Account account, UUID session, RefreshToken refreshToken) {
        return new Tokens(
                issuer.issue(account, session),
                refreshToken.text(),
                issuer.accessFor().toSeconds());
    }

    @Override
    public String toString() {
        return "Tokens"; // tokens must not reach a log
    }
}
