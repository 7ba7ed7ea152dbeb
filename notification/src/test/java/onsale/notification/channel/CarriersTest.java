package onsale.notification.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Cipher;
import javax.crypto.KeyAgreement;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import onsale.contracts.Context;
import onsale.notification.FcmSettings;
import onsale.notification.NotificationModule;
import onsale.notification.SmsSettings;
import onsale.notification.WebPushSettings;
import onsale.notification.delivery.Result;
import onsale.notification.delivery.ShortMessage;
import onsale.notification.outgoing.GuardedHttp;
import onsale.platform.Sha256;
import onsale.platform.db.Database;
import onsale.platform.settings.Secret;
import onsale.testkit.Stores;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** SMS and pushes against servers that check what a real one checks: signatures and encryption. */
class CarriersTest {

    @RegisterExtension static final Stores stores = Stores.shared();

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final ShortMessage MESSAGE =
            new ShortMessage("예매 완료: 달빛 정원", "12월 1일 19:00", "https://tickets.example/t/1");
    private static final UUID ID = UUID.randomUUID();
    private static final Duration SOON = Duration.ofSeconds(5);

    /** A request as it came. */
    private record Got(String path, Map<String, String> headers, byte[] body) {
        String header(String name) {
            return String.valueOf(headers.get(name));
        }

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }
    }

    private final List<Got> all = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile String answer = "{}";
    private final HttpServer server = start();

    @BeforeEach
    void empty() {
        stores.database(NotificationModule.SCHEMA).sql().sql("delete from push_keys").update();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void anSmsIsSignedAsAmazonChecksIt() throws Exception {
        SnsSms sms = new SnsSms(smsSettings(), Clock.systemUTC());

        assertThat(sms.send(ID, MESSAGE, "010-1234-5678", null))
                .isInstanceOf(Result.Accepted.class);

        Got got = all.getFirst();
        Map<String, String> form = form(got.text());
        assertThat(form)
                .containsEntry("Action", "Publish")
                .containsEntry("PhoneNumber", "+821012345678")
                .containsEntry("MessageAttributes.entry.2.Value.StringValue", "ONSALE");
        assertThat(form.get("Message")).startsWith(MESSAGE.title()).endsWith(MESSAGE.url());
        assertThat(got.header("authorization")).isEqualTo(signed(got, "wJalrXUtnFEMI/K7MDENG"));
        assertThat(got.header("authorization"))
                .as("the canary: another key signs otherwise")
                .isNotEqualTo(signed(got, "another"));
    }

    @Test
    void whatNoPhoneHasIsRefusedAndOurOwnTroubleIsNobodysAttempt() {
        SnsSms sms = new SnsSms(smsSettings(), Clock.systemUTC());
        assertThat(sms.send(ID, MESSAGE, "call me", null)).isInstanceOf(Result.Refused.class);
        assertThat(all).isEmpty();

        status = 400;
        answer = "<Error><Code>InvalidParameter</Code></Error>";
        assertThat(sms.send(ID, MESSAGE, "01012345678", null)).isInstanceOf(Result.Refused.class);
        answer = "<Error><Code>Throttling</Code></Error>";
        assertThat(sms.send(ID, MESSAGE, "01012345678", null))
                .isInstanceOf(Result.Unreachable.class);
        for (int ours : new int[] {403, 429, 500}) {
            status = ours;
            assertThat(sms.send(ID, MESSAGE, "01012345678", null))
                    .isInstanceOf(Result.Unreachable.class);
        }
        server.stop(0);
        assertThat(sms.send(ID, MESSAGE, "01012345678", null))
                .isInstanceOf(Result.Unreachable.class);
    }

    @Test
    void anAppIsPushedToAsTheServiceAccount() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        KeyPair account = generator.generateKeyPair();
        FcmPush fcm = new FcmPush(fcmSettings(account), Clock.systemUTC());
        answer = "{\"access_token\":\"granted\",\"expires_in\":3600}";

        assertThat(fcm.send(ID, MESSAGE, null, app())).isInstanceOf(Result.Accepted.class);
        assertThat(fcm.send(ID, MESSAGE, null, app())).isInstanceOf(Result.Accepted.class);

        assertThat(all.stream().map(Got::path))
                .as("one token serves both")
                .containsExactly(
                        "/token",
                        "/v1/projects/onsale-app/messages:send",
                        "/v1/projects/onsale-app/messages:send");
        String[] jwt = String.valueOf(form(all.getFirst().text()).get("assertion")).split("\\.");
        assertThat(isSigned(jwt, account.getPublic(), "SHA256withRSA")).isTrue();
        JsonNode claims = JSON.readTree(Base64.getUrlDecoder().decode(jwt[1]));
        assertThat(claims.path("iss").asString()).isEqualTo("push@onsale-app.example");
        assertThat(claims.path("aud").asString()).isEqualTo(url() + "/token");
        assertThat(all.getLast().header("authorization")).isEqualTo("Bearer granted");
        JsonNode message = JSON.readTree(all.getLast().body()).path("message");
        assertThat(message.path("token").asString()).isEqualTo("app-token-1");
        assertThat(message.path("notification").path("title").asString())
                .isEqualTo(MESSAGE.title());
    }

    @Test
    void anAppThatIsGoneIsForgotten() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        FcmPush fcm = new FcmPush(fcmSettings(generator.generateKeyPair()), Clock.systemUTC());
        answer = "{\"access_token\":\"granted\",\"expires_in\":3600}";
        fcm.send(ID, MESSAGE, null, app());

        status = 404;
        answer = "{\"error\":{\"details\":[{\"errorCode\":\"UNREGISTERED\"}]}}";
        assertThat(fcm.send(ID, MESSAGE, null, app())).isInstanceOf(Result.Gone.class);
        answer = "{\"error\":{\"message\":\"no such project\"}}";
        assertThat(fcm.send(ID, MESSAGE, null, app())).isInstanceOf(Result.Refused.class);
        status = 503;
        assertThat(fcm.send(ID, MESSAGE, null, app())).isInstanceOf(Result.Unreachable.class);
    }

    @Test
    void aBrowserCanReadItsPushAndCheckWhoSentIt() throws Exception {
        KeyPair browser = P256.generate();
        byte[] auth = new byte[16];
        Arrays.fill(auth, (byte) 7);
        PushKeys keys = pushKeys();
        try (GuardedHttp http = new GuardedHttp(InetAddress::getAllByName, true)) {
            WebPush push =
                    new WebPush(
                            new WebPushSettings("mailto:ops@tickets.example", SOON),
                            keys,
                            http,
                            Clock.systemUTC());
            status = 201;
            assertThat(push.send(ID, MESSAGE, null, browser(browser, auth)))
                    .isInstanceOf(Result.Accepted.class);
            status = 410;
            assertThat(push.send(ID, MESSAGE, null, browser(browser, auth)))
                    .isInstanceOf(Result.Gone.class);
            status = 500;
            assertThat(push.send(ID, MESSAGE, null, browser(browser, auth)))
                    .isInstanceOf(Result.NotNow.class);
        }

        Got got = all.getFirst();
        assertThat(got.header("content-encoding")).isEqualTo("aes128gcm");
        JsonNode read = JSON.readTree(decrypted(got.body(), browser, auth));
        assertThat(read.path("title").asString()).isEqualTo(MESSAGE.title());
        assertThat(read.path("url").asString()).isEqualTo(MESSAGE.url());
        String[] parts = got.header("authorization").split("vapid t=|, k=");
        assertThat(parts[2]).isEqualTo(keys.publicKey()).isEqualTo(pushKeys().publicKey());
        String[] jwt = parts[1].split("\\.");
        assertThat(
                        isSigned(
                                jwt,
                                P256.publicKey(Base64.getUrlDecoder().decode(parts[2])),
                                "SHA256withECDSAinP1363Format"))
                .isTrue();
        JsonNode claims = JSON.readTree(Base64.getUrlDecoder().decode(jwt[1]));
        assertThat(claims.path("aud").asString()).isEqualTo(url());
        assertThat(claims.path("sub").asString()).isEqualTo("mailto:ops@tickets.example");
        assertThat(claims.path("exp").asLong())
                .isLessThan(Clock.systemUTC().instant().plus(Duration.ofDays(1)).getEpochSecond());
    }

    /** Whoever registers a "browser" cannot make us call our own network. */
    @Test
    void aPushGoesToNoPrivateAddress() {
        KeyPair browser = P256.generate();
        try (GuardedHttp http = new GuardedHttp(InetAddress::getAllByName, false)) {
            WebPush push =
                    new WebPush(
                            new WebPushSettings("mailto:ops@tickets.example", SOON),
                            pushKeys(),
                            http,
                            Clock.systemUTC());
            assertThat(push.send(ID, MESSAGE, null, browser(browser, new byte[16])))
                    .isEqualTo(new Result.Refused("ADDRESS"));
        }
        assertThat(all).isEmpty();
    }

    private PushKeys pushKeys() {
        Database database = stores.database(NotificationModule.SCHEMA);
        return new PushKeys(database, stores.messageKeys().of(Context.NOTIFICATION));
    }

    private Device browser(KeyPair keys, byte[] auth) {
        return new Device(
                UUID.randomUUID(),
                "ko",
                url() + "/push/1",
                P256.point((ECPublicKey) keys.getPublic()),
                auth);
    }

    private static Device app() {
        return new Device(UUID.randomUUID(), "ko", "app-token-1", null, null);
    }

    private SmsSettings smsSettings() {
        return new SmsSettings(
                url(),
                "ap-northeast-2",
                "AKIDEXAMPLE",
                new Secret("wJalrXUtnFEMI/K7MDENG"),
                "ONSALE",
                "82",
                SOON);
    }

    private FcmSettings fcmSettings(KeyPair account) {
        return new FcmSettings(
                "onsale-app",
                "push@onsale-app.example",
                new Secret(
                        "-----BEGIN PRIVATE KEY-----\n"
                                + Base64.getMimeEncoder()
                                        .encodeToString(account.getPrivate().getEncoded())
                                + "\n-----END PRIVATE KEY-----\n"),
                url(),
                url() + "/token",
                SOON);
    }

    /** What a browser does with a push (RFC 8291, section 3). */
    private static byte[] decrypted(byte[] body, KeyPair browser, byte[] auth) throws Exception {
        ByteBuffer all = ByteBuffer.wrap(body);
        byte[] salt = new byte[16];
        all.get(salt);
        assertThat(all.getInt()).isEqualTo(4_096);
        byte[] sender = new byte[all.get()];
        all.get(sender);
        byte[] cipherText = new byte[all.remaining()];
        all.get(cipherText);
        KeyAgreement agreement = KeyAgreement.getInstance("ECDH");
        agreement.init(browser.getPrivate());
        agreement.doPhase(P256.publicKey(sender), true);
        byte[] ours = P256.point((ECPublicKey) browser.getPublic());
        byte[] secret =
                hmac(
                        hmac(auth, agreement.generateSecret()),
                        joined(ascii("WebPush: info\0"), ours, sender, new byte[] {1}));
        byte[] root = hmac(salt, secret);
        byte[] key = hmac(root, joined(ascii("Content-Encoding: aes128gcm\0"), new byte[] {1}));
        byte[] nonce = hmac(root, joined(ascii("Content-Encoding: nonce\0"), new byte[] {1}));
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                Cipher.DECRYPT_MODE,
                new SecretKeySpec(Arrays.copyOf(key, 16), "AES"),
                new GCMParameterSpec(128, Arrays.copyOf(nonce, 12)));
        byte[] plain = cipher.doFinal(cipherText);
        assertThat(plain[plain.length - 1]).as("the last record").isEqualTo((byte) 2);
        return Arrays.copyOf(plain, plain.length - 1);
    }

    /** What Amazon makes of a request and the secret it knows. */
    private static String signed(Got got, String secret) throws Exception {
        String time = got.header("x-amz-date");
        String scope = time.substring(0, 8) + "/ap-northeast-2/sns/aws4_request";
        String canonical =
                "POST\n/\n\ncontent-type:%s\nhost:%s\nx-amz-date:%s\n\ncontent-type;host;x-amz-date\n%s"
                        .formatted(
                                got.header("content-type"),
                                got.header("host"),
                                time,
                                hex(sha256(got.body())));
        String toSign =
                "AWS4-HMAC-SHA256\n%s\n%s\n%s"
                        .formatted(time, scope, hex(sha256(ascii(canonical))));
        byte[] key = ascii("AWS4" + secret);
        for (String part : scope.split("/")) {
            key = hmac(key, ascii(part));
        }
        return "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/%s, SignedHeaders=content-type;host;x-amz-date, Signature=%s"
                .formatted(scope, hex(hmac(key, ascii(toSign))));
    }

    private static boolean isSigned(String[] jwt, PublicKey key, String algorithm)
            throws Exception {
        Signature signature = Signature.getInstance(algorithm);
        signature.initVerify(key);
        signature.update(ascii(jwt[0] + "." + jwt[1]));
        return signature.verify(Base64.getUrlDecoder().decode(jwt[2]));
    }

    private static Map<String, String> form(String body) {
        Map<String, String> fields = new HashMap<>();
        for (String field : body.split("&")) {
            String[] parts = field.split("=", 2);
            fields.put(decoded(parts[0]), decoded(parts[1]));
        }
        return fields;
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] sha256(byte[] bytes) {
        return Sha256.of(bytes);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] hmac(byte[] key, byte[] message) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(message);
    }

    private static byte[] joined(byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        ByteBuffer all = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    private String url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort()).toString();
    }

    private HttpServer start() {
        try {
            HttpServer started = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
            started.createContext("/", this::take);
            started.start();
            return started;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void take(HttpExchange exchange) throws IOException {
        Map<String, String> headers = new HashMap<>();
        exchange.getRequestHeaders()
                .forEach((name, values) ->
                        headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
        all.add(
                new Got(
                        exchange.getRequestURI().getPath(),
                        headers,
                        exchange.getRequestBody().readAllBytes()));
        byte[] body = answer.getBytes(StandardCharsets.UTF_8);
        boolean isToken = exchange.getRequestURI().getPath().equals("/token");
        exchange.sendResponseHeaders(isToken ? 200 : status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
