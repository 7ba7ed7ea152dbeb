package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Every answer tells browsers to do as little with it as possible, and nobody to keep it. A handler
 * that sets one of these headers replaces ours.
 */
public final class SecurityHeadersFilter extends OncePerRequestFilter {

    private static final Map<String, String> HEADERS =
            Map.of(
                    "Content-Security-Policy",
                    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                    "X-Content-Type-Options",
                    "nosniff",
                    "Referrer-Policy",
                    "no-referrer",
                    "Permissions-Policy",
                    "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
                    "Cross-Origin-Opener-Policy",
                    "same-origin",
                    "Cross-Origin-Resource-Policy",
                    "same-origin",
                    "Cross-Origin-Embedder-Policy",
                    "require-corp",
                    "Cache-Control",
                    "no-store");

    public static final String HSTS = "max-age=31536000";

    private final ClientAddress address;

    SecurityHeadersFilter(ClientAddress address) {
        this.address = address;
    }

    static void set(BiConsumer<String, String> header) {
        HEADERS.forEach(header);
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        set(response::setHeader);
        if (address.isHttps(request)) {
            response.setHeader("Strict-Transport-Security", HSTS);
        }
        chain.doFilter(request, new Replacing(response));
    }

    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return false;
    }

    /** The framework adds a handler's headers to those that are there: two policies, not one. */
    private static final class Replacing extends HttpServletResponseWrapper {

        private static final Map<String, String> OURS =
                new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

        static {
            OURS.putAll(HEADERS);
        }

        Replacing(HttpServletResponse response) {
            super(response);
        }

        @Override
        public void addHeader(String name, String value) {
            if (OURS.containsKey(name)) {
                setHeader(name, value);
            } else {
                super.addHeader(name, value);
            }
        }
    }
}
