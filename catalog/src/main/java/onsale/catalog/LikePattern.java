package onsale.catalog;

import java.util.Locale;

/** Patterns for {@code like}. */
public final class LikePattern {

    private LikePattern() {}

    /** Matches the text anywhere, in lower case; characters special in patterns are quoted. */
    public static String containing(String text) {
        String quoted =
                text.toLowerCase(Locale.ROOT)
                        .replace("\\", "\\\\")
                        .replace("%", "\\%")
                        .replace("_", "\\_");
        return "%" + quoted + "%";
    }
}
