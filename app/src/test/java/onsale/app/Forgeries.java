package onsale.app;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Tokens that look like a real one and must not be believed. */
final class Forgeries {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ObjectNode header;
    private final ObjectNode claims;
    private final String[] parts;
    private final PublicKey key;

    /**
     * @param real a token that is believed
     * @param keys what {@code /.well-known/jwks.json} answers
     */
    Forgeries(String real, JsonNode keys) throws GeneralSecurityException {
        parts = real.split("\\.", -1);
        header = read(parts[0]);
        claims = read(parts[1]);
        key = publicKey(keys.path("keys").get(0));
    }

    /** By what is wrong with them. */
    Map<String, String> all() throws GeneralSecurityException {
        byte[] pem =
                ("-----BEGIN PUBLIC KEY-----\n"
                                + Base64.getMimeEncoder(64, new byte[] {'\n'})
                                        .encodeToString(key.getEncoded())
                                + "\n-----END PUBLIC KEY-----\n")
                        .getBytes(StandardCharsets.US_ASCII);
        ObjectNode admin = claims.deepCopy();
        admin.putArray("roles").add("ADMIN").add("USER");
        ObjectNode longer = claims.deepCopy();
        longer.put("exp", claims.path("exp").asLong(0) + 3_600);
        String signature = parts[2];
        Map<String, String> all = new LinkedHashMap<>();
        all.put("garbage", "garbage");
        all.put("no parts", "..");
        all.put("roles changed", parts[0] + "." + text(admin) + "." + signature);
        all.put("end changed", parts[0] + "." + text(longer) + "." + signature);
        all.put("signature changed", parts[0] + "." + parts[1] + "." + flipped(signature));
        all.put("signature's case changed", parts[0] + "." + parts[1] + "." + otherCase(signature));
        all.put("no signature", parts[0] + "." + parts[1] + ".");
        for (String none : new String[] {"none", "None", ""}) {
            all.put("alg " + none, text(withAlgorithm(none)) + "." + text(admin) + ".");
        }
        all.put("alg none, signed", text(withAlgorithm("none")) + "." + parts[1] + "." + signature);
        all.put("HS256 by the key's PEM", hmac(pem));
        all.put("HS256 by the key's DER", hmac(key.getEncoded()));
        all.put("somebody's own key", ownKey());
        return all;
    }

    private String hmac(byte[] secret) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        String signed = text(withAlgorithm("HS256")) + "." + parts[1];
        return signed + "." + base64(mac.doFinal(signed.getBytes(StandardCharsets.US_ASCII)));
    }

    private String ownKey() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(generator.generateKeyPair().getPrivate());
        String signed = parts[0] + "." + parts[1];
        signature.update(signed.getBytes(StandardCharsets.US_ASCII));
        return signed + "." + base64(signature.sign());
    }

    private ObjectNode withAlgorithm(String name) {
        ObjectNode other = header.deepCopy();
        other.put("alg", name);
        return other;
    }

    /** The first character, all of whose bits count. */
    private static String flipped(String signature) {
        return (signature.charAt(0) == 'A' ? 'B' : 'A') + signature.substring(1);
    }

    /** One letter, and only its case: a server may not take it for the same text. */
    private static String otherCase(String signature) {
        char[] text = signature.toCharArray();
        for (int i = 0; i < text.length; i++) {
            if (Character.isLetter(text[i])) {
                text[i] ^= 0x20;
                return new String(text);
            }
        }
        throw new IllegalArgumentException("no letter");
    }

    private static PublicKey publicKey(JsonNode jwk) throws GeneralSecurityException {
        return KeyFactory.getInstance("RSA")
                .generatePublic(new RSAPublicKeySpec(number(jwk.path("n")), number(jwk.path("e"))));
    }

    private static BigInteger number(JsonNode text) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(text.asString("")));
    }

    private static ObjectNode read(String part) {
        return (ObjectNode) JSON.readTree(Base64.getUrlDecoder().decode(part));
    }

    private static String text(ObjectNode json) {
        return base64(JSON.writeValueAsBytes(json));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
