package onsale.platform.internal;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Requests of one process to another under {@code /internal}.
 *
 * @param serviceKeys accepted keys of 32 to 256 characters; several, so that a new one can be
 *     distributed before an old one is removed; the first is sent; if empty, {@code serve} derives
 *     one from {@code onsale.secret}, which all processes share
 * @param userUrl the management port of the processes with the role user; empty if this process has
 *     that role
 * @param reservationUrl the same for the role reservation
 * @param within how long such a request may take
 */
@ConfigurationProperties("onsale.internal")
public record InternalSettings(
        @DefaultValue List<Secret> serviceKeys,
        @DefaultValue("") String userUrl,
        @DefaultValue("") String reservationUrl,
        @DefaultValue("3s") Duration within) {

    /** What a key derives from {@code onsale.secret} by. */
    public static final String DERIVED_KEY = "internal/service-key";

    private static final int CHARACTERS_MIN = 32;
    private static final int CHARACTERS_MAX = 256;

    public InternalSettings {
        serviceKeys = List.copyOf(serviceKeys);
        Check.range("onsale.internal.within", within, "100ms", "60s");
        for (Secret key : serviceKeys) {
            int length = key.value().length();
            if (length < CHARACTERS_MIN || length > CHARACTERS_MAX) {
                throw new StartFailure(
                        "A key in onsale.internal.service-keys must have %d to %d characters."
                                .formatted(CHARACTERS_MIN, CHARACTERS_MAX));
            }
        }
        checkUrl("onsale.internal.user-url", userUrl);
        checkUrl("onsale.internal.reservation-url", reservationUrl);
    }

    private static void checkUrl(String name, String url) {
        if (url.isEmpty()) {
            return;
        }
        try {
            if (URI.create(url).getHost() != null && !url.endsWith("/")) {
                return;
            }
        } catch (IllegalArgumentException e) {
            // reported below
        }
        throw new StartFailure(
                "%s must be an address such as http://users.internal:9090, without a slash at the end."
                        .formatted(name));
    }
}
