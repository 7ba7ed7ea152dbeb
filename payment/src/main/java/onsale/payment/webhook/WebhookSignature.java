package onsale.payment.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import onsale.platform.settings.Secret;

/**
 * Verifies signatures of Standard Webhooks: an HMAC-SHA256 over id, time and body, by any of our
 * secrets, and of a time close to ours.
 */
public final class WebhookSignature {

    private static final String ALGORITHM = "HmacSHA256";
    private static final String PREFIX = "whsec_";
    private static final String VERSION = "v1,";
    private static final Duration TOLERANCE = Duration.ofMinutes(5);
    private static final int SIGNATURES_MAX = 10;

    private final List<SecretKeySpec> keys;
    private final Clock clock;

    public WebhookSignature(List<Secret> secrets, Clock clock) {
        this.keys =
                secrets.stream()
                        .map(secret -> secret.value().substring(PREFIX.length()))
                        .map(Base64.getDecoder()::decode)
                        .map(key -> new SecretKeySpec(key, ALGORITHM))
                        .toList();
        this.clock = clock;
    }

    boolean isValid(String id, String timestamp, String signatures, byte[] body) {
        if (!isTimely(timestamp)) {
            return false;
        }
        byte[] head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        for (SecretKeySpec key : keys) {
            byte[] expected = sign(key, head, body);
            for (String signature : signatures.split(" ", SIGNATURES_MAX + 1)) {
                if (signature.startsWith(VERSION)
                        && MessageDigest.isEqual(
                                expected,
                                signature
                                        .substring(VERSION.length())
                                        .getBytes(StandardCharsets.UTF_8))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isTimely(String timestamp) {
        try {
            long difference = clock.instant().getEpochSecond() - Long.parseLong(timestamp);
            return Math.abs(difference) <= TOLERANCE.toSeconds();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static byte[] sign(SecretKeySpec key, byte[] head, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head);
            return Base64.getEncoder().encode(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
