package onsale.platform.settings;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A value that must not be printed: {@code toString} hides it, so logs and dumps do too. */
public record Secret(String value) {

    public static final Secret NONE = new Secret("");

    /** Lets a setting bind from a plain string. */
    public static Secret valueOf(String value) {
        return new Secret(value);
    }

    public boolean isEmpty() {
        return value.isEmpty();
    }

    /** A password or key for one purpose; knowing it tells nothing of the others. */
    public Secret derive(String purpose) {
        return new Secret(HexFormat.of().formatHex(deriveBytes(purpose)));
    }

    public byte[] deriveBytes(String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(value.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has HmacSHA256", e);
        }
    }

    @Override
    public String toString() {
        return isEmpty() ? "" : "******";
    }
}
