package onsale.edge.front.access;

import java.util.List;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Requests of one process to another under {@code /internal}.
 *
 * @param serviceKeys accepted keys of 32 to 256 characters; several, so that a new one can be
 *     distributed before an old one is removed; without any, {@code /internal} is closed
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
