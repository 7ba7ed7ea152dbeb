package onsale.user.apikey;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.platform.Sha256;

/**
 * A key as its owner has it: {@code osk_}, the id, and 256 random bits. The prefix lets scanners of
 * source code find one that was published by mistake.
 */
record KeyText(UUID id, String secret) {

    private static final Pattern FORM = Pattern.compile("osk_([0-9a-f]{32})_([A-Za-z0-9_-]{43})");
    private static final int SECRET_BYTES = 32;

    static KeyText create(UUID id, SecureRandom random) {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return new KeyText(id, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    static Optional<KeyText> parse(String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            return Optional.empty();
        }
        String hex = parts.group(1);
        UUID id =
                new UUID(
                        Long.parseUnsignedLong(hex.substring(0, 16), 16),
                        Long.parseUnsignedLong(hex.substring(16), 16));
        return Optional.of(new KeyText(id, parts.group(2)));
    }

    String text() {
        return "osk_%s_%s".formatted(id.toString().replace("-", ""), secret);
    }

    byte[] hash() {
        return Sha256.of(secret);
    }

    @Override
    public String toString() {
        return "KeyText[" + id + "]";
    }
}
