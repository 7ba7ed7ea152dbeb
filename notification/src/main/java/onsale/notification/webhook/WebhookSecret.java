package onsale.notification.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret of Standard Webhooks, {@code whsec_} and the base64 of 32 random bytes, and what it
 * signs.
 */
public final class WebhookSecret {

    private static final String PREFIX = "whsec_";
    private static final int BYTES = 32;

    private WebhookSecret() {}

    static String create(SecureRandom random) {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return PREFIX + Base64.getEncoder().encodeToString(bytes);
    }

    /** One signature of the header {@code webhook-signature}. */
    static String sign(String secret, String id, long timestamp, String body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            byte[] signed =
                    mac.doFinal(
                            "%s.%d.%s"
                                    .formatted(id, timestamp, body)
                                    .getBytes(StandardCharsets.UTF_8));
            return "v1," + Base64.getEncoder().encodeToString(signed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }
}
