package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import onsale.edge.Routes.Kind;
import onsale.edge.limit.Limit;
import onsale.edge.limit.LimitSettings;
import onsale.edge.limit.Limiter;
import onsale.edge.limit.Limiter.Claim;
import onsale.edge.limit.Verdict;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * No client calls more often than it may: by its address, and by user and kind of call. Who is not
 * signed in has no user; signing in itself is counted by address.
 */
final class LimitFilter extends OncePerRequestFilter {

    private final Limiter limiter;
    private final ClientAddress address;
    private final LimitSettings settings;
    private final Limit byAddress;

    LimitFilter(Limiter limiter, ClientAddress address, LimitSettings settings) {
        this.limiter = limiter;
        this.address = address;
        this.settings = settings;
        this.byAddress = Limit.perSecond(settings.addressPerSecond());
    }

    /** Processes that know a service key are not counted. */
    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return Routes.isInternal(request);
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Verdict verdict = limiter.take(claims(request));
        verdict.headers(response::setHeader);
        if (verdict.allowed()) {
            chain.doFilter(request, response);
        } else {
            Problems.write(verdict.problem(), response);
        }
    }

    private List<Claim> claims(HttpServletRequest request) {
        String client = address.of(request);
        List<Claim> claims = new ArrayList<>();
        claims.add(new Claim("rate:{ip:" + client + "}", byAddress));
        Kind kind = Routes.of(request).kind();
        @Nullable Limit limit = limit(kind);
        @Nullable String caller = kind == Kind.LOGIN ? "ip:" + client : user(request);
        if (limit != null && caller != null) {
            String name = kind.name().toLowerCase(Locale.ROOT);
            claims.add(new Claim("rate:{" + caller + ":" + name + "}", limit));
        }
        return claims;
    }

    private @Nullable Limit limit(Kind kind) {
        return switch (kind) {
            case STATUS -> Limit.perMinute(settings.statusPerMinute());
            case HOLD -> Limit.perMinute(settings.holdPerMinute());
            case PAY -> Limit.perMinute(settings.payPerMinute());
            case LOGIN -> Limit.perMinute(settings.loginPerMinute());
            case ADMIN, OTHER -> null;
        };
    }

    private static @Nullable String user(HttpServletRequest request) {
        return AuthenticationFilter.identity(request) instanceof Identity.SignedIn in
                ? "user:" + in.user().userId()
                : null;
    }
}
