package onsale.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import onsale.platform.ProofOfWork;
import onsale.portone.Options;
import onsale.portone.PortOneSimulator;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A fan's way to a node: real HTTP, and a provider of identities the node is told to use. */
final class Api implements AutoCloseable {

    static final String PASSWORD = "correct horse 1";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Options OPTIONS =
            Options.of("portone-secret", "store", "channel", "whsec_c2VjcmV0");

    /** By which the provider signs what it tells. */
    static final byte[] WEBHOOK_KEY = "secret".getBytes(StandardCharsets.US_ASCII);

    private final PortOneSimulator provider = PortOneSimulator.start(OPTIONS);
    private final HttpClient http = HttpClient.newHttpClient();

    record Answer(int status, JsonNode body, HttpResponse<String> response) {
        String text(String field) {
            return body.path(field).asString("");
        }
    }

    /** What a node needs to know. */
    String[] settings(String... more) {
        String[] all = {
            "--set=onsale.portone.api-url=" + provider.url(),
            "--set=onsale.portone.secret=" + OPTIONS.secret(),
            "--set=onsale.portone.store-id=" + OPTIONS.storeId(),
            "--set=onsale.portone.channel-key=" + OPTIONS.channelKey(),
            "--set=onsale.portone.test-mode=true",
            "--set=onsale.bot-check.bits=6",
            "--set=onsale.bot-check.login-failures=1000000",
            "--set=onsale.bot-check.network-failures=1000000",
            "--set=onsale.limits.login-per-minute=1000000",
            "--set=onsale.limits.address-per-second=1000000",
            "--set=onsale.limits.user-per-second=1000000",
            "--set=onsale.limits.hold-burst-per-second=1000000",
        };
        String[] both = java.util.Arrays.copyOf(all, all.length + more.length);
        System.arraycopy(more, 0, both, all.length, more.length);
        return both;
    }

    /** The id of a verification of a person who has this name only here. */
    String verified(String name) {
        String id = "identity-" + UUID.randomUUID();
        Answer answer =
                send(
                        HttpRequest.newBuilder(
                                        URI.create(
                                                provider.url()
                                                        + "/simulator/identity-verifications/"
                                                        + id))
                                .header("Authorization", "PortOne " + OPTIONS.secret())
                                .PUT(
                                        BodyPublishers.ofString(
                                                """
                                                {"name": "%s", "birthDate": "1990-01-01", "phoneNumber": "01012345678"}
                                                """
                                                        .formatted(name))));
        if (answer.status() != 200) {
            throw new IllegalStateException(answer.response().body());
        }
        return id;
    }

    /** By which the provider knows who this is. */
    String ci(String verificationId) {
        Answer answer =
                send(
                        HttpRequest.newBuilder(
                                        URI.create(
                                                provider.url()
                                                        + "/identity-verifications/"
                                                        + verificationId))
                                .header("Authorization", "PortOne " + OPTIONS.secret()));
        return answer.body().path("verifiedCustomer").path("ci").asString();
    }

    /** The fan agrees on the provider's page; the token confirms it. */
    String approve(String providerPaymentId) {
        return simulate(providerPaymentId, "approve").text("paymentToken");
    }

    /** Money arrives before anybody has confirmed. */
    void charge(String providerPaymentId) {
        simulate(providerPaymentId, "charge");
    }

    private Answer simulate(String providerPaymentId, String call) {
        return send(
                HttpRequest.newBuilder(
                                URI.create(
                                        provider.url()
                                                + "/simulator/payments/"
                                                + providerPaymentId
                                                + "/"
                                                + call))
                        .header("Authorization", "PortOne " + OPTIONS.secret())
                        .POST(BodyPublishers.ofString("{}")));
    }

    /** From now on the provider tells this node what happens. */
    void tell(String node) {
        provider.sendWebhooksTo(URI.create(node + "/api/payments/webhooks/portone"));
    }

    Answer delete(String url, @Nullable String accessToken) {
        return send(signed(HttpRequest.newBuilder(URI.create(url)), accessToken).DELETE());
    }

    Answer signUp(String node, String email, String name) {
        return post(node + "/api/auth/signup", signUpBody(node, email, verified(name)), null);
    }

    /** With a solved challenge, so that it can be sent once. */
    String signUpBody(String node, String email, String verificationId) {
        return """
        {"email": "%s", "password": "%s", "identityVerificationId": "%s", "challenge": "%s",
         "terms": [{"type": "SERVICE", "version": "2025-11", "agreed": true},
                   {"type": "PRIVACY", "version": "2025-11", "agreed": true}]}
        """
                .formatted(email, PASSWORD, verificationId, solvedChallenge(node));
    }

    /** The answer to a bot check, worked out like a browser does. */
    String solvedChallenge(String node) {
        Answer task = post(node + "/api/auth/challenge", "", null);
        String challenge = task.text("challenge");
        return challenge + "." + ProofOfWork.solve(challenge, task.body().path("bits").asInt());
    }

    Answer login(String node, String email, String password) {
        return post(
                node + "/api/auth/login",
                "{\"email\": \"%s\", \"password\": \"%s\"}".formatted(email, password),
                null);
    }

    Answer refresh(String node, String refreshToken) {
        return post(node + "/api/auth/refresh", refreshBody(refreshToken), null);
    }

    Answer logout(String node, String refreshToken, @Nullable String accessToken) {
        return post(node + "/api/auth/logout", refreshBody(refreshToken), accessToken);
    }

    private static String refreshBody(String refreshToken) {
        return "{\"refreshToken\": \"%s\"}".formatted(refreshToken);
    }

    Answer get(String url, @Nullable String accessToken) {
        return send(signed(HttpRequest.newBuilder(URI.create(url)), accessToken));
    }

    /** The status of an answer that goes on. */
    int opens(String url, Map<String, String> headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(30));
        headers.forEach(request::header);
        try {
            HttpResponse<java.io.InputStream> response =
                    http.send(request.build(), BodyHandlers.ofInputStream());
            response.body().close();
            return response.statusCode();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Answer post(String url, String body, @Nullable String accessToken) {
        return send(
                signed(HttpRequest.newBuilder(URI.create(url)), accessToken)
                        .header("Content-Type", "application/json")
                        .header("User-Agent", "a browser")
                        .POST(BodyPublishers.ofString(body)));
    }

    /**
     * Any call, good or bad.
     *
     * @param headers name, value, name, value
     */
    Answer send(
            String method,
            String url,
            @Nullable String accessToken,
            @Nullable String body,
            @Nullable String contentType,
            String... headers) {
        HttpRequest.Builder request =
                signed(HttpRequest.newBuilder(URI.create(url)), accessToken)
                        .method(
                                method,
                                body == null
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(body));
        if (contentType != null) {
            request.header("Content-Type", contentType);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request);
    }

    private static HttpRequest.Builder signed(
            HttpRequest.Builder request, @Nullable String accessToken) {
        return accessToken == null
                ? request
                : request.header("Authorization", "Bearer " + accessToken);
    }

    Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<String> response =
                    http.send(
                            request.timeout(Duration.ofSeconds(30)).build(),
                            BodyHandlers.ofString());
            boolean json =
                    response.headers().firstValue("content-type").orElse("").contains("json");
            return new Answer(
                    response.statusCode(),
                    json ? parsed(response.body()) : JSON.createObjectNode(),
                    response);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode parsed(String text) {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            return JSON.missingNode(); // who asked for JSON will see
        }
    }

    @Override
    public void close() {
        provider.close();
        http.close();
    }
}
