package onsale.catalog.words;

/**
 * The letters of Hangul. A syllable has an initial consonant, a vowel and perhaps a final; Unicode
 * numbers them in this order, so all of it is arithmetic.
 */
final class Hangul {

    private static final char SYLLABLE_MIN = '\uAC00';
    private static final char SYLLABLE_MAX = '\uD7A3';
    private static final char INITIAL_MIN = '\u1100';
    private static final char INITIAL_MAX = '\u1112';
    private static final char VOWEL_MIN = '\u1161';
    private static final char VOWEL_MAX = '\u1175';
    private static final char FINAL_MIN = '\u11A8';
    private static final char FINAL_MAX = '\u11C2';
    private static final int VOWELS = 21;
    private static final int FINALS = 28; // with none

    /** The finals in their order, as the consonants by which they are typed. */
    private static final String[] FINAL_KEYS = {
        "ㄱ", "ㄲ", "ㄱㅅ", "ㄴ", "ㄴㅈ", "ㄴㅎ", "ㄷ", "ㄹ", "ㄹㄱ", "ㄹㅁ", "ㄹㅂ", "ㄹㅅ", "ㄹㅌ", "ㄹㅍ", "ㄹㅎ", "ㅁ",
        "ㅂ", "ㅂㅅ", "ㅅ", "ㅆ", "ㅇ", "ㅈ", "ㅊ", "ㅋ", "ㅌ", "ㅍ", "ㅎ"
    };

    private static final String[] VOWEL_KEYS = {
        "ㅏ", "ㅐ", "ㅑ", "ㅒ", "ㅓ", "ㅔ", "ㅕ", "ㅖ", "ㅗ", "ㅗㅏ", "ㅗㅐ", "ㅗㅣ", "ㅛ", "ㅜ", "ㅜㅓ", "ㅜㅔ", "ㅜㅣ",
        "ㅠ", "ㅡ", "ㅡㅣ", "ㅣ"
    };

    private static final String INITIAL_KEYS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

    /** Where the letters are on a Korean keyboard, by the Latin letters of the same keys. */
    private static final String LATIN_KEYS = "rRseEfaqQtTdwWczxvgkoiOjpuPhynbml";

    private static final String KOREAN_KEYS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎㅏㅐㅑㅒㅓㅔㅕㅖㅗㅛㅜㅠㅡㅣ";

    private Hangul() {}

    /** The letters that the keys give which were pressed while the keyboard was set to Latin. */
    static String ofLatinKeys(String typed) {
        StringBuilder letters = new StringBuilder();
        for (int i = 0; i < typed.length(); i++) {
            char c = typed.charAt(i);
            int exact = LATIN_KEYS.indexOf(c);
            int key = exact >= 0 ? exact : LATIN_KEYS.indexOf(Character.toLowerCase(c));
            if (key >= 0) {
                letters.append(KOREAN_KEYS.charAt(key));
            } else if (!Character.isWhitespace(c)) {
                letters.append(c);
            }
        }
        return letters.toString();
    }

    static boolean isSyllable(char c) {
        return c >= SYLLABLE_MIN && c <= SYLLABLE_MAX;
    }

    /** Whether it is a consonant that stands alone, as {@link Words#key} writes it. */
    static boolean isInitial(char c) {
        return c >= INITIAL_MIN && c <= INITIAL_MAX;
    }

    static boolean isFinal(char c) {
        return c >= FINAL_MIN && c <= FINAL_MAX;
    }

    /** The initial consonant of a syllable; any other character itself. */
    static char initial(char c) {
        return isSyllable(c) ? (char) (INITIAL_MIN + (c - SYLLABLE_MIN) / (VOWELS * FINALS)) : c;
    }

    /** The initial consonants as which a lone final was typed, such as ㄱㅅ for ㄳ. */
    static String typed(char lone) {
        StringBuilder initials = new StringBuilder();
        String keys = FINAL_KEYS[lone - FINAL_MIN];
        for (int i = 0; i < keys.length(); i++) {
            initials.append((char) (INITIAL_MIN + INITIAL_KEYS.indexOf(keys.charAt(i))));
        }
        return initials.toString();
    }

    /** The letters by which the character is typed; of any other character itself. */
    static String letters(char c) {
        if (isInitial(c)) {
            return INITIAL_KEYS.substring(c - INITIAL_MIN, c - INITIAL_MIN + 1);
        }
        if (c >= VOWEL_MIN && c <= VOWEL_MAX) {
            return VOWEL_KEYS[c - VOWEL_MIN];
        }
        if (!isSyllable(c)) {
            return String.valueOf(c);
        }
        int index = c - SYLLABLE_MIN;
        int last = index % FINALS;
        return INITIAL_KEYS.charAt(index / (VOWELS * FINALS))
                + VOWEL_KEYS[index / FINALS % VOWELS]
                + (last == 0 ? "" : FINAL_KEYS[last - 1]);
    }
}
