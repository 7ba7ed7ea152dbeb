package onsale.edge.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import onsale.edge.front.connection.Tls;
import onsale.edge.front.connection.TlsSettings;
import onsale.platform.StartFailure;
import onsale.testkit.Wait;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ConfigurableApplicationContext;

/** TLS at the public port, and HTTP/2 with it. */
class TlsTest {

    @TempDir Path directory;

    @Test
    void bothVersionsOfHttpAndACertificateThatIsChangedMeanwhile() throws Exception {
        Certificates files = new Certificates(directory);
        files.write("first.example");
        TlsSettings settings =
                new TlsSettings(files.certificate().toString(), files.privateKey().toString());
        try (ConfigurableApplicationContext context = bundles(settings);
                Fronts.Open front =
                        Fronts.open(
                                new Behind(),
                                Map.of("head-timeout", "1s"),
                                Map.of(),
                                Map.of(),
                                tls(settings, context))) {
            SslContextFactory.Client trusting = new SslContextFactory.Client(true);
            try (Http2Client client = new Http2Client(front.port(), trusting)) {
                assertThat(client.call("GET", "/api/hot", "")).isEqualTo("200 {\"hot\":true}");
            }
            assertThat(subject(front.port())).contains("first.example");
            assertThat(plain(front.port())).doesNotContain("200");
            try (RawClient silent = new RawClient(front.port())) {
                silent.send("\u0016\u0003\u0001");
                assertThat(silent.isClosedByServer()).as("half a handshake").isTrue();
            }

            files.write("second.example");

            Wait.until(
                    "the new certificate",
                    Duration.ofSeconds(30),
                    () -> subject(front.port()).contains("second.example"));
        }
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThatThrownBy(() -> new TlsSettings("a.pem", ""))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("onsale.tls.private-key");
        TlsSettings absent =
                new TlsSettings(
                        directory.resolve("no.pem").toString(),
                        directory.resolve("no.key").toString());
        assertThatThrownBy(
                        () -> {
                            try (ConfigurableApplicationContext context = bundles(absent)) {
                                tls(absent, context);
                            }
                        })
                .hasStackTraceContaining("no.");
    }

    private static ConfigurableApplicationContext bundles(TlsSettings settings) {
        return new SpringApplicationBuilder(SslAutoConfiguration.class)
                .web(WebApplicationType.NONE)
                .properties(settings.bundle())
                .run();
    }

    private static SslContextFactory.Server tls(
            TlsSettings settings, ConfigurableApplicationContext context) {
        SslContextFactory.Server factory =
                Tls.of(settings, context.getBeanProvider(SslBundles.class));
        if (factory == null) {
            throw new AssertionError("TLS is on");
        }
        return factory;
    }

    private static String plain(int port) throws Exception {
        try (RawClient client = new RawClient(port)) {
            return client.get("/api/hot").answer().head();
        }
    }

    private static String subject(int port) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new Everybody()}, null);
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0])
                    .getSubjectX500Principal()
                    .getName();
        }
    }

    private static final class Everybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
