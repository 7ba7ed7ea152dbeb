package onsale.edge;

import java.time.Duration;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.http11.AbstractHttp11Protocol;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.Compression;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.http.MediaType;

/**
 * Tomcat's share of the edge: how large a head may be, how long a silent client is waited for, and
 * gzip for JSON. What says that it is encoded already is left alone.
 */
final class ServerLimits {

    private static final Duration SILENT_FOR = Duration.ofSeconds(20);
    private static final int PARAMETERS_MAX = 100;

    private static final String[] COMPRESSED = {
        MediaType.APPLICATION_JSON_VALUE, MediaType.APPLICATION_PROBLEM_JSON_VALUE
    };

    private ServerLimits() {}

    static WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> customizer(
            EdgeSettings settings) {
        return factory -> {
            Compression compression = new Compression();
            compression.setEnabled(true);
            compression.setMimeTypes(COMPRESSED);
            compression.setMinResponseSize(settings.compressFrom());
            factory.setCompression(compression);
            factory.addConnectorCustomizers(connector -> {
                connector.setMaxParameterCount(PARAMETERS_MAX);
                if (connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
                    protocol.setConnectionTimeout(Math.toIntExact(SILENT_FOR.toMillis()));
                }
                if (connector.getProtocolHandler() instanceof AbstractHttp11Protocol<?> http) {
                    http.setMaxHttpRequestHeaderSize(Math.toIntExact(settings.headMax().toBytes()));
                    http.setMaxHeaderCount(settings.headersMax());
                }
            });
        };
    }
}
