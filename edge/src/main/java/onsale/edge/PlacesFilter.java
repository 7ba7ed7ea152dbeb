package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import onsale.edge.Routes.Kind;
import org.apache.coyote.BadRequestException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * A bounded number of calls of each kind is worked on at once, and the others wait in order. A
 * thousand holds at a time would each keep a connection to the database while they wait for a core,
 * and none would end in time; and who has seats and is about to pay would wait behind all of them.
 * Whose time is over while waiting is given up by {@link TimeoutFilter}.
 *
 * <p>A body is read before, so that nobody takes up a place by sending slowly.
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
        byte[] body;
        try {
            body = request.getInputStream().readAllBytes();
        } catch (BodyLimitFilter.TooLarge | BadRequestException e) {
            Problems.write(Problems.of(e), response);
            return;
        }
        Semaphore kind = Objects.requireNonNull(places.get(Routes.of(request).kind()));
        try {
            kind.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServletException("given up while it waited for a place", e);
        }
        try {
            chain.doFilter(new Whole(request, body), response);
        } finally {
            kind.release();
        }
    }

    /** A request whose body is here. */
    private static final class Whole extends HttpServletRequestWrapper {

        private final byte[] body;

        Whole(HttpServletRequest request, byte[] body) {
            super(request);
            this.body = body;
        }

        @Override
        public ServletInputStream getInputStream() {
            return new Bytes(body);
        }

        @Override
        public BufferedReader getReader() {
            return new BufferedReader(
                    new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
        }
    }

    private static final class Bytes extends ServletInputStream {

        private final ByteArrayInputStream in;

        Bytes(byte[] body) {
            this.in = new ByteArrayInputStream(body);
        }

        @Override
        public int read() {
            return in.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            return in.read(bytes, offset, length);
        }

        @Override
        public boolean isFinished() {
            return in.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException("no call is asynchronous");
        }
    }
}
