package onsale.catalog.words;

import java.util.BitSet;
import java.util.List;

/**
 * A text letter by letter as it is typed, so that a syllable that is half typed is found: 성, on the
 * way to 서울, is the letters ㅅㅓㅇ, with which 서울 begins.
 */
public final class Letters {

    private final String text;
    private final BitSet starts = new BitSet();
    private final BitSet wordStarts = new BitSet();

    /** Plain letters, which are looked for in others. */
    private Letters(String text) {
        this.text = text;
    }

    private Letters(List<String> words) {
        StringBuilder letters = new StringBuilder();
        for (String word : words) {
            wordStarts.set(letters.length());
            for (int i = 0; i < word.length(); i++) {
                char c = word.charAt(i);
                starts.set(letters.length());
                letters.append(Hangul.letters(c));
            }
        }
        this.text = letters.toString();
    }

    public static Letters of(String text) {
        return new Letters(Words.of(text));
    }

    /** What was meant by somebody whose keyboard was set to Latin: goaflt is 햄릿. */
    public static Letters ofLatinKeys(String typed) {
        return new Letters(Hangul.ofLatinKeys(typed));
    }

    public int length() {
        return text.length();
    }

    public String text() {
        return text;
    }

    /** Where the letters begin in this text; −1 if nowhere. A word's start is preferred. */
    public int find(Letters part) {
        int first = -1;
        for (int at = text.indexOf(part.text); at >= 0; at = text.indexOf(part.text, at + 1)) {
            if (wordStarts.get(at)) {
                return at;
            }
            if (first < 0 && starts.get(at)) {
                first = at;
            }
        }
        return first;
    }

    public boolean isWordStart(int at) {
        return wordStarts.get(at);
    }

    /**
     * The fewest slips that make the letters a part of this text which begins with a word. A slip
     * is a letter too much, one too few, a wrong one, or two that are swapped.
     *
     * @param slipsMax what is above this is told as this plus one
     */
    public int slips(Letters part, int slipsMax) {
        int width = part.length() + 1;
        int[] beforeLast = new int[width];
        int[] last = new int[width];
        int[] now = new int[width];
        for (int j = 0; j < width; j++) {
            last[j] = j;
        }
        int best = last[width - 1];
        for (int i = 1; i <= text.length(); i++) {
            now[0] = wordStarts.get(i) ? 0 : last[0] + 1;
            for (int j = 1; j < width; j++) {
                char here = text.charAt(i - 1);
                char wanted = part.text.charAt(j - 1);
                int cost = here == wanted ? 0 : 1;
                now[j] = Math.min(last[j - 1] + cost, Math.min(last[j], now[j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && here == part.text.charAt(j - 2)
                        && text.charAt(i - 2) == wanted) {
                    now[j] = Math.min(now[j], beforeLast[j - 2] + 1);
                }
            }
            best = Math.min(best, now[width - 1]);
            int[] free = beforeLast;
            beforeLast = last;
            last = now;
            now = free;
        }
        return Math.min(best, slipsMax + 1);
    }
}
