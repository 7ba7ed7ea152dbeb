package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.List;
import onsale.platform.Sha256;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * {@code /internal/**} is for processes that know a service key, and does not exist for whoever
 * comes through the door, with or without one. Every refusal is on record.
 */
final class InternalFilter extends OncePerRequestFilter {

    static final String KEY_HEADER = "X-Service-Key";

    private static final Logger AUDIT = LoggerFactory.getLogger("onsale.audit.internal");

    private final List<byte[]> keyHashes;
    private final ClientAddress address;

    InternalFilter(InternalSettings settings, ClientAddress address) {
        this.keyHashes =
                settings.serviceKeys().stream().map(Secret::value).map(Sha256::of).toList();
        this.address = address;
        if (keyHashes.isEmpty()) {
            AUDIT.info("/internal is closed: onsale.internal.service-keys has no key.");
        }
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !Routes.isInternal(request);
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        @Nullable String given = request.getHeader(KEY_HEADER);
        if (request.getHeader(DoorMark.HEADER) != null) {
            refuse("through_the_door", 404, request, response);
        } else if (keyHashes.isEmpty()) {
            refuse("no_key_configured", 404, request, response);
        } else if (given == null) {
            refuse("key_missing", 403, request, response);
        } else if (!isGood(given)) {
            refuse("key_wrong", 403, request, response);
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Takes as long whichever key fits and wherever a wrong one differs. */
    private boolean isGood(String given) {
        byte[] hash = Sha256.of(given);
        boolean good = false;
        for (byte[] key : keyHashes) {
            good |= MessageDigest.isEqual(key, hash);
        }
        return good;
    }

    private void refuse(
            String reason, int status, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        AUDIT.atWarn()
                .addKeyValue("reason", reason)
                .addKeyValue("method", request.getMethod())
                .addKeyValue("path", request.getRequestURI())
                .addKeyValue("client", address.of(request))
                .log("Internal call refused: {}", reason);
        Problems.write(PlatformProblems.ofStatus(status), response);
    }
}
