package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import onsale.edge.Routes.Kind;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * A bounded number of calls of each kind is worked on at once, and the others wait in order. A
 * thousand holds at a time would each keep a connection to the database while they wait for a core,
 * and none would end in time; and who has seats and is about to pay would wait behind all of them.
 * Whose time is over while waiting is given up by {@link TimeoutFilter}.
 */
final class PlacesFilter extends OncePerRequestFilter {

    private final Map<Kind, Semaphore> places = new EnumMap<>(Kind.class);

    PlacesFilter(PlacesSettings settings) {
        for (Kind kind : Kind.values()) {
            places.put(kind, new Semaphore(settings.of(kind), true));
        }
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Semaphore kind = Objects.requireNonNull(places.get(Routes.of(request).kind()));
        try {
            kind.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServletException("given up while it waited for a place", e);
        }
        try {
            chain.doFilter(request, response);
        } finally {
            kind.release();
        }
    }
}
