package onsale.notification.channel;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import onsale.notification.FcmSettings;
import onsale.notification.delivery.Carrier;
import onsale.notification.delivery.Channel;
import onsale.notification.delivery.Result;
import onsale.notification.delivery.ShortMessage;
import onsale.platform.StartFailure;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pushes to apps by Firebase Cloud Messaging, as its service account. */
public final class FcmPush implements Carrier {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration TOKEN_FOR = Duration.ofHours(1);

    /** A token is renewed this long before it ends. */
    private static final Duration MARGIN = Duration.ofMinutes(5);

    private record AccessToken(String value, Instant until) {
        @Override
        public String toString() {
            return "AccessToken";
        }
    }

    private final FcmSettings settings;
    private final InstantSource clock;
    private final PrivateKey key;
    private final HttpClient http;
    private @Nullable AccessToken token;

    public FcmPush(FcmSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
        this.key = key(settings.privateKey().value());
        this.http = HttpClient.newBuilder().connectTimeout(settings.within()).build();
    }

    @Override
    public Channel channel() {
        return Channel.FCM;
    }

    @Override
    public Result send(
            UUID id, ShortMessage message, @Nullable String phone, @Nullable Device device) {
        if (device == null) {
            return new Result.Gone();
        }
        Map<String, Object> body =
                Map.of(
                        "message",
                        Map.of(
                                "token",
                                device.address(),
                                "notification",
                                Map.of("title", message.title(), "body", message.body()),
                                "data",
                                Map.of("url", message.url(), "id", id.toString())));
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(
                                    URI.create(
                                            "%s/v1/projects/%s/messages:send"
                                                    .formatted(
                                                            settings.endpoint(),
                                                            settings.projectId())))
                            .timeout(settings.within())
                            .header("Authorization", "Bearer " + accessToken())
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
                            .build();
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            return result(response.statusCode(), response.body());
        } catch (IOException e) {
            return new Result.Unreachable(e.getClass().getSimpleName());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Result.Unreachable("interrupted");
        }
    }

    private synchronized Result result(int status, String body) {
        return switch (status) {
            case 200 -> new Result.Accepted();
            case 400, 404 ->
                    body.contains("UNREGISTERED")
                            ? new Result.Gone()
                            : new Result.Refused("FCM_" + status);
            case 401, 403 -> {
                token = null;
                yield new Result.Unreachable("FCM_" + status);
            }
            default ->
                    status == 429 || status >= 500
                            ? new Result.Unreachable("FCM_" + status)
                            : new Result.Refused("FCM_" + status);
        };
    }

    /** Exchanges a signed assertion for a token (RFC 7523), and keeps it for its life. */
    private synchronized String accessToken() throws IOException, InterruptedException {
        Instant now = clock.instant();
        @Nullable AccessToken known = token;
        if (known != null && now.isBefore(known.until())) {
            return known.value();
        }
        String form =
                "grant_type="
                        + encoded("urn:ietf:params:oauth:grant-type:jwt-bearer")
                        + "&assertion="
                        + assertion(now);
        HttpResponse<String> response =
                http.send(
                        HttpRequest.newBuilder(URI.create(settings.tokenUrl()))
                                .timeout(settings.within())
                                .header("Content-Type", "application/x-www-form-urlencoded")
                                .POST(BodyPublishers.ofString(form))
                                .build(),
                        BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("no access token: " + response.statusCode());
        }
        JsonNode answer = JSON.readTree(response.body());
        Duration life = Duration.ofSeconds(answer.path("expires_in").asLong(0)).minus(MARGIN);
        String value = answer.path("access_token").asString("");
        token = new AccessToken(value, now.plus(life));
        return value;
    }

    private String assertion(Instant now) {
        String header = base64("{\"alg\":\"RS256\",\"typ\":\"JWT\"}");
        String claims =
                base64(
                        JSON.writeValueAsString(
                                Map.of(
                                        "iss",
                                        settings.clientEmail(),
                                        "scope",
                                        "https://www.googleapis.com/auth/firebase.messaging",
                                        "aud",
                                        settings.tokenUrl(),
                                        "iat",
                                        now.getEpochSecond(),
                                        "exp",
                                        now.plus(TOKEN_FOR).getEpochSecond())));
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key);
            signature.update((header + "." + claims).getBytes(StandardCharsets.US_ASCII));
            return header
                    + "."
                    + claims
                    + "."
                    + Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the service account's key does not sign", e);
        }
    }

    private static PrivateKey key(String pem) {
        try {
            String base64 = pem.replaceAll("-----[A-Z ]+-----", "").replaceAll("\\\\n|\\s", "");
            return KeyFactory.getInstance("RSA")
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new StartFailure("onsale.fcm.private-key is no RSA key as PKCS #8.");
        }
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
