package onsale.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/** Fans who are signed in, and the key that proves it. */
final class BenchTokens {

    private static final int FANS = 500;
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final KeyPair pair;

    BenchTokens() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            pair = generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has RSA", e);
        }
    }

    PublicKey key() {
        return pair.getPublic();
    }

    byte[] keySet() {
        RSAPublicKey key = (RSAPublicKey) pair.getPublic();
        return JSON.writeValueAsBytes(
                Map.of(
                        "keys",
                        List.of(
                                Map.of(
                                        "kty", "RSA",
                                        "kid", "k1",
                                        "use", "sig",
                                        "alg", "RS256",
                                        "n", base64(unsigned(key.getModulus().toByteArray())),
                                        "e", base64(key.getPublicExponent().toByteArray())))));
    }

    /** A token a line. */
    Path file(Path directory) throws GeneralSecurityException, IOException {
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < FANS; i++) {
            tokens.add(token());
        }
        return Files.write(directory.resolve("tokens"), tokens);
    }

    String token() throws GeneralSecurityException {
        String user = UUID.randomUUID().toString();
        Map<String, Object> claims =
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
                        List.of("USER"),
                        "exp",
                        Instant.now().plusSeconds(3600).getEpochSecond());
        String signed =
                base64(JSON.writeValueAsBytes(Map.of("alg", "RS256", "kid", "k1")))
                        + "."
                        + base64(JSON.writeValueAsBytes(claims));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(pair.getPrivate());
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + base64(signature.sign());
    }

    private static byte[] unsigned(byte[] bytes) {
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
