package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.platform.settings.Secret;
import onsale.testkit.Node;
import onsale.testkit.Wait;

/** The simulated provider of a node with embedded servers. */
record EmbeddedProvider(String url, String secret) {

    private static final Duration SOON = Duration.ofMinutes(1);
    private static final Pattern SIMULATOR = Pattern.compile("simulated at (http://[0-9.:]+)");

    EmbeddedProvider(Node node, Path dataDir) throws IOException {
        this(
                urlOf(node),
                new Secret(Files.readString(dataDir.resolve("secret.key")).strip())
                        .derive("portone/api")
                        .value());
    }

    EmbeddedProvider withSecret(String another) {
        return new EmbeddedProvider(url, another);
    }

    HttpResponse<String> verify(String name) throws Exception {
        return send(
                HttpRequest.newBuilder(URI.create(url + "/simulator/identity-verifications/iv-1"))
                        .PUT(
                                BodyPublishers.ofString(
                                        """
                                        {"name": "%s", "birthDate": "1990-01-01",
                                         "phoneNumber": "01012345678"}
                                        """
                                                .formatted(name))));
    }

    HttpResponse<String> read() throws Exception {
        return send(HttpRequest.newBuilder(URI.create(url + "/identity-verifications/iv-1")).GET());
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    request.header("Authorization", "PortOne " + secret).build(),
                    BodyHandlers.ofString());
        }
    }

    /** Told just after the line by which a node is known to be ready. */
    private static String urlOf(Node node) {
        Wait.until("the simulator is told of", SOON, () -> SIMULATOR.matcher(node.log()).find());
        Matcher told = SIMULATOR.matcher(node.log());
        assertThat(told.find()).isTrue();
        return told.group(1);
    }
}
