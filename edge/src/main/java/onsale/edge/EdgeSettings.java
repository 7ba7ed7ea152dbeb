package onsale.edge;

import java.util.List;
import java.util.regex.Pattern;
import onsale.platform.StartFailure;
import onsale.platform.settings.Check;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What the edge lets in, and how it answers.
 *
 * @param bodyMax size of a request's body
 * @param operatorsBodyMax size of the body of an operator's request, such as a hall
 * @param headMax size of a request's line and headers together, more than the door lets in
 * @param headersMax number of headers
 * @param corsOrigins origins of other pages that may use the API, such as {@code
 *     https://partner.example}
 * @param compressFrom size from which JSON is compressed
 */
@ConfigurationProperties("onsale.edge")
public record EdgeSettings(
        @DefaultValue("64KB") DataSize bodyMax,
        @DefaultValue("2MB") DataSize operatorsBodyMax,
        @DefaultValue("32KB") DataSize headMax,
        @DefaultValue("64") int headersMax,
        @DefaultValue List<String> corsOrigins,
        @DefaultValue("1KB") DataSize compressFrom) {

    private static final Pattern ORIGIN = Pattern.compile("https?://[a-z0-9.-]+(:[0-9]{1,5})?");

    public EdgeSettings {
        corsOrigins = List.copyOf(corsOrigins);
        Check.range("onsale.edge.body-max", bodyMax.toBytes(), 1_024, 1L << 30);
        Check.range("onsale.edge.operators-body-max", operatorsBodyMax.toBytes(), 1_024, 1L << 30);
        Check.range("onsale.edge.head-max", headMax.toBytes(), 4_096, 1L << 20);
        Check.range("onsale.edge.headers-max", headersMax, 16, 1_000);
        Check.range("onsale.edge.compress-from", compressFrom.toBytes(), 1, 1L << 30);
        for (String origin : corsOrigins) {
            if (!ORIGIN.matcher(origin).matches()) {
                throw new StartFailure(
                        "\"%s\" in onsale.edge.cors-origins is no origin such as https://partner.example."
                                .formatted(origin));
            }
        }
    }
}
