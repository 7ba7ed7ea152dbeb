package onsale.app;

import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where traces go.
 *
 * @param endpoint of a collector that takes OTLP over HTTP, such as {@code
 *     http://localhost:4318/v1/traces}; empty records none
 * @param perTenThousand how many of ten thousand requests are traced
 */
@ConfigurationProperties("onsale.tracing")
record TracingSettings(@DefaultValue("") String endpoint, @DefaultValue("100") int perTenThousand) {

    static final int ALL = 10_000;

    TracingSettings {
        if (!endpoint.isEmpty() && !endpoint.matches("https?://.+")) {
            throw new StartFailure(
                    "onsale.tracing.endpoint is not an address such as http://localhost:4318/v1/traces.");
        }
        Check.range("onsale.tracing.per-ten-thousand", perTenThousand, 0, ALL);
    }
}
