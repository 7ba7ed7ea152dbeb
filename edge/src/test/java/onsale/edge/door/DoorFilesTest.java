package onsale.edge.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The web app's files: from memory, small on the wire, cached for as long as they are true. */
class DoorFilesTest {

    @SuppressWarnings("NullAway.Init")
    private static Upstream upstream;

    @SuppressWarnings("NullAway.Init")
    private static Doors.Open door;

    @BeforeAll
    static void open() throws Exception {
        upstream = new Upstream();
        door = Doors.open(upstream.port(), Map.of());
    }

    @AfterAll
    static void close() {
        door.close();
        upstream.close();
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
        Matcher etag = Pattern.compile("etag: (\\S+)").matcher(get("/", "").head());
        assertThat(etag.find()).isTrue();

        RawClient.Answer again = get("/", "If-None-Match: \"x\", " + etag.group(1) + "\r\n");

        assertThat(again.status()).isEqualTo(304);
        assertThat(get("/", "If-None-Match: \"x\"\r\n").status()).isEqualTo(200);
    }

    @Test
    void whoAcceptsItGetsItCompressed() throws Exception {
        try (RawClient client = new RawClient(door.port())) {
            client.send(
                    "GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: br;q=0, gzip\r\nConnection: close\r\n\r\n");
            byte[] all = client.socket.getInputStream().readAllBytes();
            String text = new String(all, StandardCharsets.ISO_8859_1);
            int start = text.indexOf("\r\n\r\n") + 4;

            assertThat(text).contains("content-encoding: gzip", "vary: accept-encoding");
            try (var in =
                    new GZIPInputStream(new ByteArrayInputStream(all, start, all.length - start))) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo(get("/", "").body());
            }
        }
        assertThat(StaticFiles.accepts("gzip;q=0", "gzip")).isFalse();
        assertThat(StaticFiles.accepts("deflate, GZIP;q=0.5", "gzip")).isTrue();
        assertThat(StaticFiles.accepts(null, "gzip")).isFalse();
    }

    @Test
    void headIsTheSameWithoutABody() throws Exception {
        try (RawClient client = new RawClient(door.port())) {
            for (String path : new String[] {"/", "/api/hot", "/api/echo"}) {
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
        assertThat(get("/events/42", "").body()).startsWith("upstream:");
        assertThat(get("/api/none", browser).body()).startsWith("upstream:");
        assertThat(get("/v3/api-docs", browser).body()).startsWith("upstream:");
        assertThat(get("/.well-known/jwks.json", browser).body()).startsWith("upstream:");
    }

    @Test
    void overHttpsABrowserIsToldToStayThere() throws Exception {
        var behind = Map.of("trusted-proxies", "127.0.0.9");
        try (Doors.Open door = Doors.open(upstream.port(), behind);
                RawClient proxy = new RawClient("127.0.0.9", door.port());
                RawClient other = new RawClient(door.port())) {
            String https = "X-Forwarded-Proto: https";
            assertThat(proxy.get("/", https).answer().head())
                    .contains("strict-transport-security: max-age=");
            assertThat(proxy.get("/").answer().head()).doesNotContain("strict-transport");
            assertThat(other.get("/", https).answer().head()).doesNotContain("strict-transport");
        }
    }

    private static RawClient.Answer get(String path, String headers) throws Exception {
        try (RawClient client = new RawClient(door.port())) {
            return client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n")
                    .answer();
        }
    }
}
