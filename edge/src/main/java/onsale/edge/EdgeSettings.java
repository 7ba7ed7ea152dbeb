package onsale.edge;

import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What the edge lets in.
 *
 * @param bodyMax size of a request's body
 */
@ConfigurationProperties("onsale.edge")
public record EdgeSettings(@DefaultValue("2MB") DataSize bodyMax) {

    public EdgeSettings {
        Check.range("onsale.edge.body-max", bodyMax.toBytes(), 1_024, 1L << 30);
    }
}
