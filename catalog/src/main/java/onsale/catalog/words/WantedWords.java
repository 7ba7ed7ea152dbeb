package onsale.catalog.words;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What somebody searches for. A text fits if each word of the search occurs in it somewhere, and a
 * word with lone consonants if the initials do.
 *
 * @param key all words together, for the order of what is found
 * @param byInitials whether the key is compared with initials
 * @param grams those that every text which fits has
 * @param inKeys patterns for the keys of a text
 * @param inInitials patterns for its initials
 */
public record WantedWords(
        String key,
        boolean byInitials,
        List<String> grams,
        List<String> inKeys,
        List<String> inInitials) {

    /** Bounds the work for one search; what follows does not narrow it any more. */
    private static final int WORDS_MAX = 12;

    public static WantedWords of(String query) {
        List<String> words = Words.of(query);
        String key = String.join("", words);
        boolean byInitials = Words.hasLoneConsonant(key);
        Set<String> grams = new LinkedHashSet<>();
        List<String> inKeys = new ArrayList<>();
        List<String> inInitials = new ArrayList<>();
        for (String word : words.subList(0, Math.min(words.size(), WORDS_MAX))) {
            if (Words.hasLoneConsonant(word)) {
                String initials = Words.initials(word);
                Words.addWanted(initials, grams);
                inInitials.add(pattern(initials));
            } else {
                Words.addWanted(word, grams);
                inKeys.add(pattern(word));
            }
        }
        return new WantedWords(
                byInitials ? Words.initials(key) : key,
                byInitials,
                List.copyOf(grams),
                inKeys,
                inInitials);
    }

    /** Whether there is nothing in the query that could be looked for. */
    public boolean isEmpty() {
        return key.isEmpty();
    }

    /** Words have no characters that are special in patterns. */
    private static String pattern(String word) {
        return "%" + word + "%";
    }
}
