package onsale.edge.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import onsale.edge.front.files.StaticFile;
import onsale.edge.front.files.StaticFiles;
import onsale.edge.front.request.AcceptEncoding;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The web app's files: from memory, small on the wire, cached for as long as they are true. */
class StaticFilesTest {

    @SuppressWarnings("NullAway.Init")
    private static Behind behind;

    @SuppressWarnings("NullAway.Init")
    private static Fronts.Open front;

    @BeforeAll
    static void open() throws Exception {
        behind = new Behind();
        front = Fronts.open(behind, Map.of());
    }

    @AfterAll
    static void close() {
        front.close();
        behind.close();
    }

    @Test
    void thePageIsRevalidatedAndItsAssetsAreForEver() throws Exception {
        RawClient.Answer page = get("/", "");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.head())
                .contains("content-type: text/html; charset=utf-8", "cache-control: no-cache")
                .contains("content-security-policy: default-src 'none'");
        assertThat(page.body()).contains("<h1>Onsale</h1>", "lang=\"ko\"", "/v3/api-docs");

        Matcher asset = Pattern.compile("href=\"(/assets/[^\"]+)\"").matcher(page.body());
        assertThat(asset.find()).isTrue();
        RawClient.Answer style = get(asset.group(1), "");
        assertThat(style.status()).isEqualTo(200);
        assertThat(style.head()).contains("content-type: text/css", "max-age=31536000, immutable");
    }

    @Test
    void whoHasItGetsNothingNew() throws Exception {
        Matcher etag = Pattern.compile("etag: w/(\\S+)").matcher(get("/", "").head());
        assertThat(etag.find()).isTrue();

        RawClient.Answer again = get("/", "If-None-Match: \"x\", W/" + etag.group(1) + "\r\n");

        assertThat(again.status()).isEqualTo(304);
        // A browser takes them for those of the copy it has; another policy would break the page.
        assertThat(again.head()).contains("script-src 'self'");
        assertThat(get("/", "If-None-Match: \"x\"\r\n").status()).isEqualTo(200);
    }

    @Test
    void whoAcceptsItGetsItCompressed() throws Exception {
        try (RawClient client = new RawClient(front.port())) {
            client.send(
                    "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br;q=0, gzip\r\nConnection: close\r\n\r\n");
            byte[] all = client.in.readAllBytes();
            String text = new String(all, StandardCharsets.ISO_8859_1);
            int start = text.indexOf("\r\n\r\n") + 4;

            assertThat(text).contains("Content-Encoding: gzip", "Vary: Accept-Encoding");
            try (var in =
                    new GZIPInputStream(new ByteArrayInputStream(all, start, all.length - start))) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo(get("/", "").body());
            }
        }
        assertThat(AcceptEncoding.allows("gzip;q=0", "gzip")).isFalse();
        assertThat(AcceptEncoding.allows("deflate, GZIP;q=0.5", "gzip")).isTrue();
        assertThat(AcceptEncoding.allows(null, "gzip")).isFalse();
    }

    /** Encodings of the build are sent as they are, the smallest that the client can read. */
    @Test
    void whatTheBuildHasCompressedIsSentAsItIs() throws Exception {
        String script = "/assets/app-3f2a9c1b.js";

        RawClient.Answer brotli = get(script, "Accept-Encoding: gzip, deflate, br, zstd\r\n");
        RawClient.Answer gzip = get(script, "Accept-Encoding: gzip\r\n");
        RawClient.Answer plain = get(script, "");

        assertThat(brotli.head())
                .contains(
                        "content-encoding: br",
                        "content-type: text/javascript",
                        "max-age=31536000, immutable",
                        "content-length: " + resource(script + ".br").length);
        assertThat(gzip.head())
                .contains(
                        "content-encoding: gzip",
                        "content-length: " + resource(script + ".gz").length);
        assertThat(plain.head())
                .doesNotContain("content-encoding")
                .contains("vary: accept-encoding");
        assertThat(get(script + ".br", "").body()).startsWith("behind:");
    }

    @Test
    void everyFileHasItsTypeAndWorkersAreAskedForEachTime() throws Exception {
        assertThat(get("/sw.js", "").head())
                .contains("content-type: text/javascript", "cache-control: no-cache")
                .contains("connect-src 'self'");
        assertThat(get("/site.webmanifest", "").head())
                .contains("content-type: application/manifest+json", "cache-control: no-cache");
        assertThat(get("/assets/sans-3f2a9c1b.woff2", "Accept-Encoding: gzip\r\n").head())
                .contains("content-type: font/woff2", "immutable")
                .doesNotContain("content-encoding");
        assertThat(get("/", "").head())
                .contains(
                        "script-src 'self';",
                        "style-src 'self';",
                        "img-src 'self' data: blob:;",
                        "worker-src 'self';",
                        "connect-src 'self';")
                .doesNotContain("unsafe");
    }

    @Test
    void theWaitingRoomHasAPageOfItsOwn() throws Exception {
        String browser = "Accept: text/html,*/*\r\n";

        assertThat(get("/queue/42", browser).body()).contains("Please wait");
        assertThat(get("/queue", browser).body()).contains("<h1>Onsale</h1>");
        assertThat(get("/queue/42/more", browser).body()).contains("<h1>Onsale</h1>");
        assertThat(get("/queue/42", "").body()).startsWith("behind:");
    }

    /** Its policy is wider than any other's, so no other page may have it. */
    @Test
    void onlyThePageOfTheProviderMayRunItsScript() throws Exception {
        String browser = "Accept: text/html,*/*\r\n";
        RawClient.Answer page = get("/pay/provider", browser);

        assertThat(page.body()).contains("To the provider");
        assertThat(page.head())
                .contains("script-src 'self' https://cdn.portone.io;", "frame-src https:;")
                .contains("cross-origin-embedder-policy: unsafe-none")
                .doesNotContain("script-src 'self' 'unsafe");
        for (String other : new String[] {"/", "/checkout/42", "/pay/return", "/pay/provider/x"}) {
            assertThat(get(other, browser).head()).as(other).doesNotContain("portone");
        }
    }

    @Test
    void onlyThePagesAtADoorMayUseTheCamera() throws Exception {
        String browser = "Accept: text/html,*/*\r\n";

        assertThat(get("/desk/check-in", browser).head()).contains("camera=(self)");
        for (String other : new String[] {"/", "/desk", "/desks/1", "/tickets/42", "/queue/42"}) {
            assertThat(get(other, browser).head()).as(other).contains("camera=()");
        }
    }

    /** A missing file must not become a page that a browser would take for a script. */
    @Test
    void whatLooksLikeAFileIsNoPage() throws Exception {
        String browser = "Accept: text/html,*/*\r\n";

        for (String gone : new String[] {"/assets/app-00000000.js", "/favicon.ico", "/a.b/c.png"}) {
            assertThat(get(gone, browser).body()).as(gone).startsWith("behind:");
        }
        assertThat(get("/a.b/c", browser).body()).contains("<h1>Onsale</h1>");
    }

    @Test
    void withoutABuiltWebAppThereIsAPlainPage() {
        StaticFiles plain = StaticFiles.load(StaticFiles.PLAIN);
        StaticFile page = Objects.requireNonNull(plain.page("/events/42"));

        assertThat(new String(page.plain(), StandardCharsets.UTF_8))
                .contains("<h1>Onsale</h1>", "/v3/api-docs");
        assertThat(plain.page("/queue/42")).isSameAs(page);
        assertThat(StaticFiles.load("onsale/none/").page("/")).isNull();
    }

    @Test
    void theFirstPageMayHaveItsOwnHead() {
        StaticFiles app = StaticFiles.load("onsale/home/");

        assertThat(app.find("/")).isSameAs(app.find("/home.html")).isNotNull();
        assertThat(app.page("/events/42")).isSameAs(app.find("/index.html")).isNotNull();
    }

    /** By which a page knows our clock. */
    @Test
    void everyAnswerHasTheTime() throws Exception {
        for (String path : new String[] {"/", "/api/hot", "/api/events/echo"}) {
            assertThat(get(path, "Origin: " + Fronts.PARTNER + "\r\n").head())
                    .as(path)
                    .containsPattern("\ndate: [a-z]{3}, ")
                    .containsPattern("access-control-expose-headers: .*date");
        }
    }

    private static byte[] resource(String path) throws Exception {
        try (var in = StaticFilesTest.class.getResourceAsStream("/onsale/web" + path)) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }

    @Test
    void headIsTheSameWithoutABody() throws Exception {
        try (RawClient client = new RawClient(front.port())) {
            for (String path : new String[] {"/", "/api/hot", "/api/events/echo"}) {
                client.send("HEAD " + path + " HTTP/1.1\r\nHost: a\r\n\r\n");
                RawClient.Answer answer = client.answer(true);
                assertThat(answer.status()).as(path).isEqualTo(200);
                assertThat(answer.head().toLowerCase(java.util.Locale.ROOT))
                        .as(path)
                        .containsPattern("content-length: [1-9]");
            }
        }
    }

    @Test
    void anAddressOfTheWebAppIsThePageButAnUnknownCallIsNot() throws Exception {
        String browser = "Accept: text/html,*/*\r\n";

        assertThat(get("/events/42/seats", browser).body()).contains("<h1>Onsale</h1>");
        assertThat(get("/events/42", "").body()).startsWith("behind:");
        assertThat(get("/api/events/none", browser).body()).startsWith("behind:");
        assertThat(get("/v3/api-docs", browser).body()).startsWith("behind:");
        assertThat(get("/.well-known/jwks.json", browser).body()).startsWith("behind:");
    }

    @Test
    void overHttpsABrowserIsToldToStayThere() throws Exception {
        var behind = Map.of("trusted-proxies", "127.0.0.9");
        try (Fronts.Open front = Fronts.open(behind);
                RawClient proxy = new RawClient("127.0.0.9", front.port());
                RawClient other = new RawClient(front.port())) {
            String https = "X-Forwarded-Proto: https";
            assertThat(proxy.get("/", https).answer().head())
                    .contains("strict-transport-security: max-age=");
            assertThat(proxy.get("/").answer().head()).doesNotContain("strict-transport");
            assertThat(other.get("/", https).answer().head()).doesNotContain("strict-transport");
        }
    }

    private static RawClient.Answer get(String path, String headers) throws Exception {
        try (RawClient client = new RawClient(front.port())) {
            return client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n")
                    .answer();
        }
    }
}
