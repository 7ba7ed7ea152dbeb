package onsale.notification.delivery;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values of templates as a reader of a language sees them. The name says what a value is: days end
 * with {@code At}, times with {@code Time}, amounts of money with {@code Won}; {@code title} and
 * {@code venue} may have Korean and Latin script in one line.
 */
final class ShownValues {

    private static final Map<String, DateTimeFormatter> DAYS =
            Map.of(
                    "ko", DateTimeFormatter.ofPattern("yyyy년 M월 d일", Locale.KOREAN),
                    "en", DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH));

    private static final Map<String, DateTimeFormatter> TIMES =
            Map.of(
                    "ko", DateTimeFormatter.ofPattern("M월 d일 (E) HH:mm", Locale.KOREAN),
                    "en", DateTimeFormatter.ofPattern("EEE, d MMM, h:mm a", Locale.ENGLISH));

    private static final Pattern TWO_SCRIPTS =
            Pattern.compile("([^A-Za-z]*[가-힣][^A-Za-z]*?)\\s*[·/|–-]?\\s+([A-Za-z][^가-힣]{3,})");

    private final ZoneId zone;

    ShownValues(ZoneId zone) {
        this.zone = zone;
    }

    String of(String name, String value, String language) {
        if (name.endsWith("At")) {
            return time(DAYS, value, language);
        }
        if (name.endsWith("Time")) {
            return time(TIMES, value, language);
        }
        if (name.endsWith("Won")) {
            String amount = String.format(Locale.ROOT, "%,d", Long.parseLong(value));
            return language.equals("ko") ? amount + "원" : "₩" + amount;
        }
        return name.equals("title") || name.equals("venue") ? oneScript(value, language) : value;
    }

    private String time(Map<String, DateTimeFormatter> forms, String value, String language) {
        @Nullable DateTimeFormatter form = forms.get(language);
        return form == null ? value : form.format(Instant.parse(value).atZone(zone));
    }

    private static String oneScript(String text, String language) {
        Matcher both = TWO_SCRIPTS.matcher(text.strip());
        return both.matches() ? both.group(language.equals("ko") ? 1 : 2) : text;
    }
}
