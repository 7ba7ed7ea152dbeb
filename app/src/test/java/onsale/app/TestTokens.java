package onsale.app;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Clock;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.redis.Redis;
import onsale.platform.redis.revocation.TokenBlacklist;
import onsale.testkit.Stores;
import tools.jackson.databind.json.JsonMapper;

/** Stands in for whoever signs people in: tokens, and the address of the key that proves them. */
final class TestTokens implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final KeyPair key;
    private final HttpServer server;

    TestTokens(Stores stores) throws IOException, GeneralSecurityException {
        // As the user context does before anybody else takes tokens: nobody has signed out yet.
        try (Redis redis = new Redis(stores.redisSettings());
                TokenBlacklist signedOut = new TokenBlacklist(redis, Clock.systemUTC())) {
            signedOut.refill(Map.of());
        }
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        key = generator.generateKeyPair();
        RSAPublicKey shown = (RSAPublicKey) key.getPublic();
        byte[] keys =
                JSON.writeValueAsBytes(
                        Map.of(
                                "keys",
                                List.of(
                                        Map.of(
                                                "kty", "RSA",
                                                "kid", "k1",
                                                "use", "sig",
                                                "alg", "RS256",
                                                "n", unsigned(shown.getModulus().toByteArray()),
                                                "e",
                                                        unsigned(
                                                                shown.getPublicExponent()
                                                                        .toByteArray())))));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/jwks",
                exchange -> {
                    exchange.sendResponseHeaders(200, keys.length);
                    exchange.getResponseBody().write(keys);
                    exchange.close();
                });
        server.start();
    }

    /** The setting by which a node finds the key. */
    String setting() {
        return "--set=onsale.auth.jwks-url=http://127.0.0.1:"
                + server.getAddress().getPort()
                + "/jwks";
    }

    String token(String... roles) {
        String user = UUID.randomUUID().toString();
        long now = Instant.now().getEpochSecond();
        String signed =
                part(Map.of("alg", "RS256", "typ", "JWT", "kid", "k1"))
                        + "."
                        + part(
                                Map.of(
                                        "iss",
                                        "onsale",
                                        "aud",
                                        "onsale",
                                        "sub",
                                        user,
                                        "pid",
                                        "person-of-" + user,
                                        "jti",
                                        UUID.randomUUID().toString(),
                                        "roles",
                                        List.of(roles),
                                        "exp",
                                        now + 3_600));
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key.getPrivate());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String part(Map<String, Object> json) {
        return base64(JSON.writeValueAsBytes(json));
    }

    private static String unsigned(byte[] bytes) {
        return base64(bytes[0] == 0 ? java.util.Arrays.copyOfRange(bytes, 1, bytes.length) : bytes);
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
