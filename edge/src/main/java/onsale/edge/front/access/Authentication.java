package onsale.edge.front.access;

import java.util.List;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.token.AccessTokens;
import onsale.edge.token.TokenCheck;
import org.eclipse.jetty.http.HttpHeader;
import org.jspecify.annotations.Nullable;

/**
 * Identifies the sender of a request by its access token. It refuses nobody: {@link Permissions}
 * does, where the route needs a user.
 */
public final class Authentication {

    private static final String SCHEME = "Bearer ";

    private final AccessTokens tokens;

    public Authentication(AccessTokens tokens) {
        this.tokens = tokens;
    }

    /** Returns the token, null if none was sent, or empty if the header is not a bearer token. */
    private static @Nullable String token(FrontRequest request) {
        List<String> given = request.headers().getValuesList(HttpHeader.AUTHORIZATION);
        if (given.isEmpty()) {
            return null;
        }
        String only = given.getFirst();
        return given.size() > 1 || !only.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? ""
                : only.substring(SCHEME.length());
    }

    /**
     * Identifies the sender without blocking. Returns null if the request has been answered,
     * because its address sends too many tokens that this node has not verified yet.
     */
    public @Nullable Identity identify(FrontRequest request, RequestLimits limits) {
        @Nullable String token = token(request);
        if (token == null) {
            return new Identity.Anonymous();
        }
        @Nullable TokenCheck check = tokens.remembered(token);
        if (check == null) {
            if (!limits.ofNewTokens(request)) {
                return null;
            }
            check = tokens.atOnce(token);
        }
        return check == null ? new Identity.Pending(token) : identity(check);
    }

    /** Verifies a token; may block to read keys. */
    public Identity verify(Identity.Pending pending) {
        return identity(tokens.verify(pending.token()));
    }

    private static Identity identity(TokenCheck check) {
        return switch (check) {
            case TokenCheck.Valid valid -> new Identity.SignedIn(valid.user());
            case TokenCheck.Refused _ -> new Identity.BadToken();
            case TokenCheck.Unavailable _ -> new Identity.Unavailable();
        };
    }
}
