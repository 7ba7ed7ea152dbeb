package onsale.user.account;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which new passwords are refused: those that BCrypt would cut, and those that somebody who guesses
 * tries first. Digits and punctuation around a common password make it no better.
 */
public final class PasswordRules {

    private static final String OURS = "onsale";
    private static final int OWN_WORD_MIN = 4;
    private static final int NAME_MIN = 2;
    private static final int DIFFERENT_CHARACTERS_MIN = 4;
    private static final Set<String> COMMON = read();

    private PasswordRules() {}

    /**
     * Whether the password may be set.
     *
     * @param email of the account
     * @param name of the owner; empty if there is none
     */
    public static boolean allows(String password, String email, String name) {
        return Passwords.fits(password) && !isGuessed(normal(password), ownWords(email, name));
    }

    private static boolean isGuessed(String password, Collection<String> ownWords) {
        String core = password.replaceAll("^[^\\p{L}]+|[^\\p{L}]+$", "");
        return COMMON.contains(password)
                || COMMON.contains(core)
                || password.contains(OURS)
                || password.chars().distinct().count() < DIFFERENT_CHARACTERS_MIN
                || ownWords.stream().anyMatch(password::contains);
    }

    private static List<String> ownWords(String email, String name) {
        String normalEmail = normal(email);
        String local = normalEmail.substring(0, Math.max(0, normalEmail.indexOf('@')));
        List<String> words = new ArrayList<>();
        if (local.length() >= OWN_WORD_MIN) {
            words.add(local);
        }
        String ownName = normal(name);
        if (ownName.length() >= NAME_MIN) {
            words.add(ownName);
        }
        return words;
    }

    private static String normal(String text) {
        return Normalizer.normalize(text.strip(), Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    }

    private static Set<String> read() {
        try (InputStream file =
                Objects.requireNonNull(
                        PasswordRules.class.getResourceAsStream(
                                "/onsale/user/common-passwords.txt"))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
