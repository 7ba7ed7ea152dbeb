package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import no.nav.security.mock.oauth2.MockOAuth2Server;
import no.nav.security.mock.oauth2.token.DefaultOAuth2TokenCallback;
import onsale.app.Api.Answer;
import onsale.testkit.Node;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The whole way of a social login over HTTP, with a real OpenID Connect server as the provider. */
class SocialWayTest {

    private static final String SITE = "https://tickets.example";
    private static final String PATH = "/api/auth/browser/social";

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final MockOAuth2Server provider = new MockOAuth2Server();

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static Node node;

    /** The cookies of one browser. */
    private final Map<String, String> cookies = new TreeMap<>();

    @BeforeAll
    static void start() throws Exception {
        provider.start();
        api = stores.closing(new Api());
        node =
                stores.startNode(
                        api.settings(
                                "--set=onsale.social.site-url=" + SITE,
                                "--set=onsale.social.google-client-id=here",
                                "--set=onsale.social.google-client-secret=secret",
                                "--set=onsale.social.trial-url="
                                        + provider.url("").toString().replaceAll("/$", "")));
    }

    @AfterAll
    static void stop() {
        provider.shutdown();
    }

    @Test
    void aFanSignsUpByAProviderAndComesBack() throws Exception {
        assertThat(api.get(node.url() + "/api/auth/social", null).body().path("providers"))
                .extracting(one -> one.asString())
                .containsExactly("GOOGLE");
        String email = "social@fans.example";

        Answer proven = finish(agree("fan-1", email));
        assertThat(proven.body().path("linked").asBoolean()).isFalse();
        assertThat(proven.text("email")).isEqualTo(email);
        assertThat(post("/login", "{}").text("code")).isEqualTo("user.social_not_linked");
        Answer made =
                post(
                        "/signup",
                        """
                        {"email":"%s","identityVerificationId":"%s","challenge":"%s","terms":[
                          {"type":"SERVICE","version":"2025-11","agreed":true},
                          {"type":"PRIVACY","version":"2025-11","agreed":true}]}
                        """
                                .formatted(
                                        email,
                                        api.verified("김소셜"),
                                        api.solvedChallenge(node.url())));
        assertThat(made.status()).as(made.response().body()).isEqualTo(201);
        Answer in = post("/login", "{}");
        assertThat(in.status()).as(in.response().body()).isEqualTo(200);
        String token = in.text("accessToken");
        assertThat(api.get(node.url() + "/api/users/me", token).text("email")).isEqualTo(email);
        assertThat(
                        api.get(node.url() + "/api/users/me/social", token)
                                .body()
                                .path("items")
                                .get(0)
                                .path("provider")
                                .asString())
                .isEqualTo("GOOGLE");
        assertThat(
                        api.get(node.url() + "/api/users/me/logins", token)
                                .body()
                                .path("items")
                                .get(0)
                                .path("method")
                                .asString())
                .isEqualTo("GOOGLE");
        assertThat(cookies).containsKeys("onsale_refresh", "onsale_device");
        assertThat(cookies.get("onsale_social_proof")).isEmpty();
        assertThat(node.log()).doesNotContain("fan-1").doesNotContain(email);

        cookies.clear(); // another device
        assertThat(finish(agree("fan-1", email)).body().path("linked").asBoolean()).isTrue();
        assertThat(post("/login", "{}").status()).isEqualTo(200);
    }

    @Test
    void theCookiesAreReadByNoScriptAndSentByNoOtherSite() {
        Answer begun = post("/start", "{\"provider\":\"GOOGLE\"}");
        assertThat(begun.response().headers().allValues("set-cookie"))
                .singleElement()
                .asString()
                .matches(
                        "onsale_social_attempt=[A-Za-z0-9_-]+; Path=/api/auth/browser; Max-Age=900;"
                                + " Expires=[^;]+; HttpOnly; SameSite=Strict");
    }

    @Test
    void noOtherSiteBeginsOrFinishesALogin() throws Exception {
        String back = agree("attacker", "attacker@fans.example");
        for (String origin :
                List.of("https://evil.example", "null", node.url() + ".evil.example")) {
            for (String call : List.of("/start", "/finish", "/login", "/signup", "/connect")) {
                Answer refused = post(call, bodyOf(call, back), "Origin", origin);
                assertThat(refused.status()).as(call + " from " + origin).isEqualTo(403);
                assertThat(refused.text("code")).isEqualTo("user.foreign_page");
                assertThat(refused.response().headers().firstValue("set-cookie")).isEmpty();
            }
        }
        assertThat(
                        api.send(
                                        "POST",
                                        node.url() + PATH + "/finish",
                                        null,
                                        "provider=GOOGLE&state=a&code=b",
                                        "application/x-www-form-urlencoded")
                                .status())
                .isEqualTo(415);

        // the attacker's login in the victim's browser, which has begun none, or another
        Map<String, String> attackers = Map.copyOf(cookies);
        cookies.clear();
        assertThat(post("/finish", back).text("code")).isEqualTo("user.social_failed");
        post("/start", "{\"provider\":\"GOOGLE\"}");
        assertThat(post("/finish", back).text("code")).isEqualTo("user.social_failed");

        // the canary: in the browser that began it, from our own page, it is finished
        cookies.clear();
        cookies.putAll(attackers);
        assertThat(post("/finish", back, "Origin", node.url()).status()).isEqualTo(200);
    }

    @Test
    void nobodyIsSentAnywhereButToTheProviderAndBackToThisSite() {
        for (String host : List.of("evil.example", "tickets.example.evil.example")) {
            Answer begun =
                    post(
                            "/start",
                            "{\"provider\":\"GOOGLE\"}",
                            "X-Forwarded-Host",
                            host,
                            "Referer",
                            "https://" + host + "/");
            assertThat(begun.text("url")).startsWith(provider.url("google/authorize").toString());
            assertThat(query(begun.text("url")))
                    .containsEntry("redirect_uri", SITE + "/login/social/google");
        }
        Answer wish =
                post(
                        "/start",
                        "{\"provider\":\"GOOGLE\",\"redirectUri\":\"https://evil.example\"}");
        assertThat(wish.status()).isEqualTo(400);
        assertThat(post("/start", "{\"provider\":\"KAKAO\"}").text("code"))
                .isEqualTo("user.social_unknown");
    }

    private static String bodyOf(String call, String back) {
        return switch (call) {
            case "/start" -> "{\"provider\":\"GOOGLE\"}";
            case "/finish" -> back;
            case "/login" -> "{}";
            case "/connect" -> "{\"identityVerificationId\":\"none\"}";
            default ->
                    """
                    {"email":"a@b.example","identityVerificationId":"none","terms":[
                      {"type":"SERVICE","version":"2025-11","agreed":true}]}
                    """;
        };
    }

    /** Begins a login here and agrees on the provider's page; what the page of ours then sends. */
    private String agree(String subject, String email) throws IOException, InterruptedException {
        Answer begun = post("/start", "{\"provider\":\"GOOGLE\"}");
        provider.enqueueCallback(
                new DefaultOAuth2TokenCallback(
                        "google",
                        subject,
                        "JWT",
                        List.of("here"),
                        Map.of("email", email, "email_verified", true),
                        3600));
        try (HttpClient browser = HttpClient.newHttpClient()) {
            String location =
                    browser.send(
                                    HttpRequest.newBuilder(URI.create(begun.text("url"))).build(),
                                    BodyHandlers.ofString())
                            .headers()
                            .firstValue("Location")
                            .orElseThrow();
            assertThat(location).startsWith(SITE + "/login/social/google?");
            Map<String, String> sent = query(location);
            return "{\"provider\":\"GOOGLE\",\"state\":\"%s\",\"code\":\"%s\"}"
                    .formatted(sent.get("state"), sent.get("code"));
        }
    }

    private Answer finish(String back) {
        Answer answer = post("/finish", back);
        assertThat(answer.status()).as(answer.response().body()).isEqualTo(200);
        return answer;
    }

    /** As our page sends it; the browser adds its cookies and keeps those of the answer. */
    private Answer post(String call, String body, String... headers) {
        String[] all = java.util.Arrays.copyOf(headers, headers.length + 2);
        all[headers.length] = "Cookie";
        all[headers.length + 1] =
                cookies.entrySet().stream()
                        .map(one -> one.getKey() + "=" + one.getValue())
                        .collect(Collectors.joining("; "));
        Answer answer =
                api.send("POST", node.url() + PATH + call, null, body, "application/json", all);
        for (String set : answer.response().headers().allValues("set-cookie")) {
            String[] pair = set.split(";", 2)[0].split("=", 2);
            cookies.put(pair[0], pair[1]);
        }
        return answer;
    }

    private static Map<String, String> query(String url) {
        Map<String, String> all = new HashMap<>();
        for (String pair : URI.create(url).getRawQuery().split("&")) {
            String[] parts = pair.split("=", 2);
            all.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return all;
    }
}
