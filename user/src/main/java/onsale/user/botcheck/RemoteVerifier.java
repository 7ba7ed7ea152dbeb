package onsale.user.botcheck;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import onsale.user.BotCheckSettings;
import onsale.user.botcheck.BotCheck.Result;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A verifier that speaks reCAPTCHA's protocol ({@code siteverify}), as hCaptcha and Turnstile do
 * too. It keeps by itself that an answer is used once. Bounded in time and in bytes.
 */
final class RemoteVerifier implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(RemoteVerifier.class);
    private static final int BYTES_MAX = 16 << 10;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http;
    private final BotCheckSettings settings;

    RemoteVerifier(BotCheckSettings settings) {
        this.settings = settings;
        this.http = HttpClient.newBuilder().connectTimeout(settings.verifierWithin()).build();
    }

    Result check(String answer, String address) {
        String form =
                "secret=%s&response=%s&remoteip=%s"
                        .formatted(
                                encoded(settings.verifierSecret().value()),
                                encoded(answer),
                                encoded(address));
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(settings.verifierUrl()))
                        .timeout(settings.verifierWithin())
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(form))
                        .build();
        try {
            HttpResponse<InputStream> response = http.send(request, BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != 200) {
                    LOG.warn("The verifier of bot checks answers {}", response.statusCode());
                    return Result.UNAVAILABLE;
                }
                boolean isPerson =
                        JSON.readTree(body.readNBytes(BYTES_MAX)).path("success").asBoolean(false);
                return isPerson ? Result.PASSED : Result.FAILED;
            }
        } catch (IOException | JacksonException e) {
            LOG.warn("The verifier of bot checks gives no answer: {}", e.toString());
            return Result.UNAVAILABLE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Result.UNAVAILABLE;
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
