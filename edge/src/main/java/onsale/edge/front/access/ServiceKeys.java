package onsale.edge.front.access;

import java.security.MessageDigest;
import java.util.List;
import onsale.edge.front.request.FrontRequest;
import onsale.platform.Sha256;
import onsale.platform.internal.InternalSettings;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Guards {@code /internal/**}, which is for processes with a service key, on the management port
 * only. On the public port it does not exist. Every refusal is logged.
 */
public final class ServiceKeys {

    private static final String HEADER = "X-Service-Key";
    private static final Logger AUDIT = LoggerFactory.getLogger("onsale.audit.internal");

    private final List<byte[]> hashes;

    public ServiceKeys(InternalSettings settings) {
        this.hashes = settings.serviceKeys().stream().map(Secret::value).map(Sha256::of).toList();
        if (hashes.isEmpty()) {
            AUDIT.info("/internal is closed: onsale.internal.service-keys has no key.");
        }
    }

    /** Logs a request on the public port, which is never allowed. */
    public void logPublicAttempt(FrontRequest request) {
        log("at_the_public_port", request);
    }

    /** Returns why a request on the management port is refused, or null. */
    public @Nullable Problem refusal(FrontRequest request) {
        @Nullable String given = request.header(HEADER);
        if (hashes.isEmpty()) {
            return refuse("no_key_configured", 404, request);
        }
        if (given == null) {
            return refuse("key_missing", 403, request);
        }
        return isValid(given) ? null : refuse("key_wrong", 403, request);
    }

    /** Takes the same time whichever key matches and wherever a wrong one differs. */
    private boolean isValid(String given) {
        byte[] hash = Sha256.of(given);
        boolean valid = false;
        for (byte[] key : hashes) {
            valid |= MessageDigest.isEqual(key, hash);
        }
        return valid;
    }

    private static Problem refuse(String reason, int status, FrontRequest request) {
        log(reason, request);
        return PlatformProblems.ofStatus(status);
    }

    private static void log(String reason, FrontRequest request) {
        AUDIT.atWarn()
                .addKeyValue("reason", reason)
                .addKeyValue("method", request.method())
                .addKeyValue("path", request.path())
                .addKeyValue("client", request.clientAddress())
                .log("Internal request refused: {}", reason);
    }
}
