package onsale.edge.front.connection;

import java.util.Map;
import onsale.platform.StartFailure;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * TLS on the public port. Without these files it speaks plain HTTP, for use behind a proxy. Changed
 * files are reloaded.
 *
 * @param certificate PEM file of the certificate and its chain
 * @param privateKey PEM file of its key
 */
@ConfigurationProperties("onsale.tls")
public record TlsSettings(
        @DefaultValue("") String certificate, @DefaultValue("") String privateKey) {

    public TlsSettings {
        if (certificate.isEmpty() != privateKey.isEmpty()) {
            throw new StartFailure(
                    "TLS needs both onsale.tls.certificate and onsale.tls.private-key.");
        }
    }

    public boolean isOn() {
        return !certificate.isEmpty();
    }

    /** Spring's settings for an SSL bundle of these files, which it watches; none without TLS. */
    public Map<String, Object> bundle() {
        String prefix = "spring.ssl.bundle.pem." + Tls.BUNDLE;
        return isOn()
                ? Map.of(
                        prefix + ".reload-on-update",
                        true,
                        prefix + ".keystore.certificate",
                        certificate,
                        prefix + ".keystore.private-key",
                        privateKey,
                        "spring.ssl.bundle.watch.file.quiet-period",
                        "1s")
                : Map.of();
    }
}
