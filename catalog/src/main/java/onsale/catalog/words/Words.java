package onsale.catalog.words;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How text is compared in searches. Case, accents, width, spaces and punctuation make no
 * difference; a consonant that stands alone means any syllable that begins with it.
 */
public final class Words {

    private Words() {}

    /** The words of a text, normalised; there may be none. */
    public static List<String> of(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        String plain = plain(text);
        for (int i = 0; i < plain.length(); i++) { // letters beyond 16 bits separate words
            char c = plain.charAt(i);
            if (Character.isLetterOrDigit(c)) {
                word.append(c);
            } else if (!word.isEmpty()) {
                words.add(word.toString());
                word.setLength(0);
            }
        }
        if (!word.isEmpty()) {
            words.add(word.toString());
        }
        return words;
    }

    /** The words of a text without anything between them. */
    public static String key(String text) {
        return String.join("", of(text));
    }

    /** Two consonants that Unicode takes for an old initial, and a keyboard makes of two. */
    private static String typedApart(String text) {
        return text.replace("ㅄ", "ㅂㅅ").replace("ㅀ", "ㄹㅎ");
    }

    private static String plain(String text) {
        String parts =
                Normalizer.normalize(
                        Normalizer.normalize(typedApart(text), Normalizer.Form.NFKC)
                                .toLowerCase(Locale.ROOT),
                        Normalizer.Form.NFD);
        StringBuilder kept = new StringBuilder(parts.length());
        for (int i = 0; i < parts.length(); i++) {
            char c = parts.charAt(i);
            if (Character.getType(c) != Character.NON_SPACING_MARK) {
                kept.append(c);
            }
        }
        String whole = Normalizer.normalize(kept, Normalizer.Form.NFC);
        StringBuilder typed = new StringBuilder(whole.length());
        for (int i = 0; i < whole.length(); i++) {
            char c = whole.charAt(i);
            if (Hangul.isFinal(c)) {
                typed.append(Hangul.typed(c)); // two consonants, which a keyboard made one
            } else {
                typed.append(c);
            }
        }
        return typed.toString();
    }

    /** The key with the initial consonant of each syllable instead of the syllable. */
    public static String initials(String key) {
        StringBuilder initials = new StringBuilder(key.length());
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            initials.append(Hangul.initial(c));
        }
        return initials.toString();
    }

    /** Whether the key has a consonant of Hangul that stands alone, and nothing but those. */
    public static boolean isInitials(String key) {
        return !key.isEmpty() && key.chars().allMatch(c -> Hangul.isInitial((char) c));
    }

    /** Whether the key has a consonant that stands for a syllable. */
    static boolean hasLoneConsonant(String key) {
        return key.chars().anyMatch(c -> Hangul.isInitial((char) c));
    }

    /** Adds each character of a key and each pair of neighbours. */
    public static void addGrams(String key, Set<String> grams) {
        for (int i = 0; i < key.length(); i++) {
            grams.add(key.substring(i, i + 1));
            if (i > 0) {
                grams.add(key.substring(i - 1, i + 1));
            }
        }
    }

    /** Adds the grams that every text has in which the key occurs. */
    static void addWanted(String key, Set<String> grams) {
        if (key.length() == 1) {
            grams.add(key);
        }
        for (int i = 1; i < key.length(); i++) {
            grams.add(key.substring(i - 1, i + 1));
        }
    }
}
