package onsale.notification.channel;

import java.util.UUID;
import onsale.platform.Redacted;
import org.jspecify.annotations.Nullable;

/**
 * A device that takes pushes.
 *
 * @param address the token of an app, or the URL that the browser's push service has given it
 * @param p256dh the browser's public key, an uncompressed point of P-256
 * @param auth the browser's authentication secret
 */
public record Device(
        UUID id,
        String language,
        String address,
        byte @Nullable [] p256dh,
        byte @Nullable [] auth) {

    /** Whether these bytes are a public key by which a push can be encrypted. */
    public static boolean isKey(byte[] p256dh) {
        try {
            return P256.publicKey(p256dh).getAlgorithm().equals("EC");
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return Redacted.text(this, "address", "p256dh", "auth");
    }
}
