package onsale.edge;

import java.util.List;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Calls of one process to another under {@code /internal}.
 *
 * @param serviceKeys each is good, so that a new one can be given out before an old one is dropped;
 *     32 to 256 characters; none closes {@code /internal}
 */
@ConfigurationProperties("onsale.internal")
public record InternalSettings(@DefaultValue List<Secret> serviceKeys) {

    private static final int CHARACTERS_MIN = 32;
    private static final int CHARACTERS_MAX = 256;

    public InternalSettings {
        serviceKeys = List.copyOf(serviceKeys);
        for (Secret key : serviceKeys) {
            int length = key.value().length();
            if (length < CHARACTERS_MIN || length > CHARACTERS_MAX) {
                throw new StartFailure(
                        "A key in onsale.internal.service-keys must have %d to %d characters."
                                .formatted(CHARACTERS_MIN, CHARACTERS_MAX));
            }
        }
    }
}
