package onsale.user;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import onsale.platform.portone.PortOneSettings;
import onsale.platform.settings.Secret;
import onsale.portone.Options;
import onsale.portone.PortOneSimulator;

/** The simulated provider of identity verifications, over real HTTP. */
public final class IdentitySimulator implements AutoCloseable {

    private static final Options OPTIONS =
            Options.of("portone-secret", "store", "channel", "whsec_c2VjcmV0");

    private final PortOneSimulator simulator = PortOneSimulator.start(OPTIONS);
    private final HttpClient http = HttpClient.newHttpClient();

    public PortOneSettings settings() {
        return settings(simulator.url(), "portone-secret");
    }

    public static PortOneSettings settings(String url, String secret) {
        return settings(url, secret, "channel", true);
    }

    public static PortOneSettings settings(
            String url, String secret, String channel, boolean testMode) {
        return new PortOneSettings(
                url,
                0,
                new Secret(secret),
                "store",
                channel,
                List.of(),
                List.of(),
                testMode,
                List.of());
    }

    /** Verifies a person and returns the id of the verification. */
    public String verified(Person person) {
        return put(
                """
                {"name": "%s", "birthDate": "%s", "phoneNumber": "%s"}
                """
                        .formatted(person.name(), person.birthDate(), person.phone()));
    }

    /** Verifies a person through the given channel. */
    public String verifiedThrough(Person person, String channelKey) {
        return put(
                """
                {"name": "%s", "birthDate": "%s", "phoneNumber": "%s", "channelKey": "%s"}
                """
                        .formatted(person.name(), person.birthDate(), person.phone(), channelKey));
    }

    public String failed() {
        return put("{\"status\": \"FAILED\"}");
    }

    private String put(String body) {
        String id = "identity-" + UUID.randomUUID();
        HttpRequest request =
                HttpRequest.newBuilder(
                                URI.create(
                                        simulator.url()
                                                + "/simulator/identity-verifications/"
                                                + id))
                        .header("Authorization", "PortOne portone-secret")
                        .PUT(BodyPublishers.ofString(body))
                        .build();
        try {
            HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IllegalStateException(answer.body());
            }
            return id;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        simulator.close();
        http.close();
    }
}
