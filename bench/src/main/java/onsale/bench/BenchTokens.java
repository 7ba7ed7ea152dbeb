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
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/** Access tokens of fans, and the key that they are signed with. */
final class BenchTokens {

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

    /** Writes one token per line, each of another fan. Signing takes long, so it comes first. */
    Path file(Path directory, int fans) throws IOException {
        return Files.write(
                directory.resolve("tokens"),
                IntStream.range(0, fans).parallel().mapToObj(_ -> token()).toList());
    }

    Path keySetFile(Path directory) throws IOException {
        return Files.write(directory.resolve("jwks"), keySet());
    }

    String token() {
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
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(pair.getPrivate());
            signature.update(signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + base64(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has SHA256withRSA", e);
        }
    }

    private static byte[] unsigned(byte[] bytes) {
        return bytes[0] == 0 ? Arrays.copyOfRange(bytes, 1, bytes.length) : bytes;
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
