package onsale.user.social;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import okhttp3.mockwebserver.MockResponse;
import onsale.platform.settings.Secret;
import onsale.user.SocialSettings;

/** A real OpenID Connect server in the place of Google, Kakao and Naver. */
final class TrialProviders implements AutoCloseable {

    static final String SITE = "https://tickets.example";

    /** What the provider sends along with the browser. */
    record Return(String state, String code) {}

    private final MockOAuth2Server server = new MockOAuth2Server();
    private final HttpClient http = HttpClient.newHttpClient();

    TrialProviders() {
        server.start();
    }

    SocialSettings settings() {
        return settings(server.url("").toString().replaceAll("/$", ""));
    }

    static SocialSettings settings(String url) {
        return new SocialSettings(
                SITE,
                "google-id",
                new Secret("google-secret"),
                "kakao-id",
                new Secret("kakao-secret"),
                "naver-id",
                new Secret("naver-secret"),
                url,
                Duration.ofSeconds(2),
                50);
    }

    /** The next login is that of this person, with these claims besides, or instead. */
    void nextIs(Provider provider, String subject, Map<String, Object> claims) {
        Map<String, Object> all = new HashMap<>(claims);
        if (provider == Provider.NAVER && !claims.containsKey("response")) {
            Map<String, Object> person = new HashMap<>(claims);
            person.put("id", subject);
            all.put("resultcode", "00");
            all.put("response", person);
        }
        server.enqueueCallback(
                new DefaultOAuth2TokenCallback(
                        provider.path(), subject, "JWT", List.of("here"), all, 3600));
    }

    /** The next request of any kind is answered like this. */
    @SuppressWarnings("deprecation") // the server has no other way to answer for itself
    void answer(int status, String body) {
        server.enqueueResponse(
                new MockResponse()
                        .setResponseCode(status)
                        .setHeader("Content-Type", "application/json")
                        .setBody(body));
    }

    /** The person agrees on the provider's page, which sends the browser back. */
    Return agree(String url) {
        // Naver has no scopes; the server in its place insists on one
        String asked = url.contains("scope=") ? url : url + "&scope=openid";
        try {
            var response =
                    http.send(
                            HttpRequest.newBuilder(URI.create(asked)).build(),
                            BodyHandlers.ofString());
            String location =
                    response.headers()
                            .firstValue("Location")
                            .orElseThrow(() -> new AssertionError(response.body()));
            Map<String, String> query = query(location);
            return new Return(query.getOrDefault("state", ""), query.getOrDefault("code", ""));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    static Map<String, String> query(String url) {
        return Arrays.stream(URI.create(url).getRawQuery().split("&"))
                .map(pair -> pair.split("=", 2))
                .collect(
                        Collectors.toMap(
                                pair -> pair[0],
                                pair -> URLDecoder.decode(pair[1], StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        server.shutdown();
        http.close();
    }
}
