package onsale.platform.messaging;

import java.util.List;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The root keys from which the keys that seal messages are derived.
 *
 * @param keys each "id:base64" with an id from 1 to 255 and at least 32 bytes, or "derived" for the
 *     key derived from onsale.secret; the first seals, all verify. Keep an old key as long as
 *     messages are kept (onsale.messaging.keep-published)
 */
@ConfigurationProperties("onsale.message-keys")
public record MessageKeySettings(@DefaultValue List<Secret> keys) {

    public MessageKeySettings {
        keys = List.copyOf(keys);
    }
}
