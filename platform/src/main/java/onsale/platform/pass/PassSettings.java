package onsale.platform.pass;

import java.util.List;
import onsale.platform.settings.Secret;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The keys of signed passes, the same in every process.
 *
 * @param keys each "id:base64" with an id from 1 to 255 and 32 to 64 bytes, or "derived" for the
 *     key derived from onsale.secret; the first signs, all verify; empty is "derived". To rotate:
 *     add the new key last everywhere, then move it to the front, and drop the old one when its
 *     last pass has expired
 */
@ConfigurationProperties("onsale.passes")
public record PassSettings(@DefaultValue List<Secret> keys) {

    public PassSettings {
        keys = List.copyOf(keys);
    }
}
