package onsale.edge.token;

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
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/** Stands in for whoever issues access tokens: real RSA keys, a real JWKS address that counts. */
public final class Issuer implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** Finding primes takes a while, and most tests know one issuer only. */
    private static final KeyPair USUAL_KEY = newKey();

    private final Map<String, KeyPair> keys = new LinkedHashMap<>();
    private final AtomicInteger fetches = new AtomicInteger();
    private final HttpServer server;
    private volatile byte[] keySet = new byte[0];
    private volatile boolean away;
    private volatile boolean stalls;

    public Issuer() {
        this(USUAL_KEY);
    }

    /** One who also calls its key "k1". */
    static Issuer stranger() {
        return new Issuer(newKey());
    }

    private Issuer(KeyPair first) {
        try {
            server =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext(
                "/jwks",
                exchange -> {
                    fetches.incrementAndGet();
                    byte[] body = keySet;
                    exchange.sendResponseHeaders(away ? 500 : 200, body.length);
                    if (stalls) {
                        exchange.getResponseBody().write(body, 0, 1);
                        exchange.getResponseBody().flush();
                        return; // and never ends
                    }
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.start();
        addKey("k1", first);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/jwks";
    }

    int fetches() {
        return fetches.get();
    }

    void away(boolean isAway) {
        away = isAway;
    }

    void stalls(boolean inTheBody) {
        stalls = inTheBody;
    }

    void addKey(String id) {
        addKey(id, newKey());
    }

    private void addKey(String id, KeyPair key) {
        keys.put(id, key);
        publish();
    }

    private static KeyPair newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    void withdrawKey(String id) {
        keys.remove(id);
        publish();
    }

    RSAPublicKey publicKey(String id) {
        return (RSAPublicKey) pair(id).getPublic();
    }

    private KeyPair pair(String id) {
        return Objects.requireNonNull(keys.get(id));
    }

    private void publish() {
        List<Map<String, Object>> all = new ArrayList<>();
        keys.forEach((id, pair) -> all.add(jwk(id, (RSAPublicKey) pair.getPublic())));
        publish(Map.of("keys", all));
    }

    void publish(Map<String, Object> document) {
        keySet = JSON.writeValueAsBytes(document);
    }

    static Map<String, Object> jwk(String id, RSAPublicKey key) {
        return Map.of(
                "kty",
                "RSA",
                "kid",
                id,
                "use",
                "sig",
                "alg",
                "RS256",
                "n",
                base64(unsigned(key.getModulus().toByteArray())),
                "e",
                base64(unsigned(key.getPublicExponent().toByteArray())));
    }

    /** A good token for a fresh user. */
    public String token(String... roles) {
        return token(UUID.randomUUID(), roles);
    }

    public String token(UUID user, String... roles) {
        return sign("k1", claims(user, roles));
    }

    static Map<String, Object> claims(UUID user, String... roles) {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", "onsale");
        claims.put("aud", "onsale");
        claims.put("sub", user.toString());
        claims.put("pid", "person-of-" + user);
        claims.put("jti", UUID.randomUUID().toString());
        claims.put("roles", List.of(roles));
        claims.put("nbf", Instant.now().getEpochSecond());
        claims.put("exp", Instant.now().plusSeconds(600).getEpochSecond());
        return claims;
    }

    String sign(String keyId, Map<String, Object> claims) {
        return sign(Map.of("alg", "RS256", "typ", "JWT", "kid", keyId), keyId, claims);
    }

    String sign(Map<String, Object> header, String keyId, Map<String, Object> claims) {
        String signed = part(header) + "." + part(claims);
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(pair(keyId).getPrivate());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    boolean hasSigned(String token, String keyId) {
        int dot = token.lastIndexOf('.');
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initVerify(publicKey(keyId));
            signature.update(token.substring(0, dot).getBytes(StandardCharsets.US_ASCII));
            return signature.verify(Base64.getUrlDecoder().decode(token.substring(dot + 1)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static String part(Map<String, Object> json) {
        return base64(JSON.writeValueAsBytes(json));
    }

    static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static byte[] unsigned(byte[] bytes) {
        return bytes[0] == 0 ? java.util.Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
