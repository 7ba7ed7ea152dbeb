package onsale.notification.delivery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import onsale.contracts.MailRequested.Template;
import onsale.notification.notice.Notice;
import org.jspecify.annotations.Nullable;

/**
 * Fills the templates. One file per template and language gives the text and the HTML, so that both
 * say the same; a short message is its first line and first paragraph. Paragraphs are separated by
 * empty lines; one that begins with {@code #} is a code to be typed, one with {@code >} a link, one
 * with {@code ?} stands only where all its values are known.
 */
final class MailTemplates {

    private static final Pattern NAME = Pattern.compile("\\{([a-zA-Z]+)}");
    private static final List<String> LANGUAGES = List.of("ko", "en");

    private final Map<String, List<String>> files = new HashMap<>();
    private final String page;
    private final String siteUrl;
    private final ShownValues shown;

    MailTemplates(String siteUrl, ZoneId zone) {
        this.siteUrl = siteUrl;
        this.shown = new ShownValues(zone);
        Stream.concat(Stream.of(Template.values()), Stream.of(Notice.values()))
                .map(Enum::name)
                .forEach(this::load);
        this.page = read("page.html");
    }

    private void load(String template) {
        for (String language : LANGUAGES) {
            String name = template.toLowerCase(Locale.ROOT) + "." + language + ".txt";
            files.put(template + language, List.of(read(name).strip().split("\n\\s*\n")));
        }
    }

    Mail fill(String template, String language, String address, Map<String, String> given) {
        List<String> parts = parts(template, language, given);
        List<String> body = parts.subList(1, parts.size());
        String html = body.stream().map(MailTemplates::html).collect(Collectors.joining("\n"));
        return new Mail(
                address,
                parts.getFirst(),
                body.stream().map(MailTemplates::text).collect(Collectors.joining("\n\n")) + "\n",
                page.replace("{language}", language)
                        .replace("{subject}", escaped(parts.getFirst()))
                        .replace("{body}", html),
                null);
    }

    /** The first line, the first paragraph and the first link. */
    ShortMessage brief(String template, String language, Map<String, String> given) {
        List<String> parts = parts(template, language, given);
        String link =
                parts.stream()
                        .filter(part -> part.charAt(0) == '>')
                        .map(MailTemplates::text)
                        .findFirst()
                        .orElse(siteUrl + "/");
        return new ShortMessage(parts.getFirst(), text(parts.get(1)), link);
    }

    private List<String> parts(String template, String language, Map<String, String> given) {
        @Nullable List<String> file = files.get(template + language);
        if (file == null) {
            throw new IllegalArgumentException("no %s in %s".formatted(template, language));
        }
        Map<String, String> values = new HashMap<>();
        given.forEach((name, value) -> values.put(name, shown.of(name, value, language)));
        values.put("site", siteUrl);
        List<String> parts = new ArrayList<>();
        for (String part : file) {
            if (part.charAt(0) != '?') {
                parts.add(filled(part, values));
            } else if (NAME.matcher(part)
                    .results()
                    .allMatch(name -> values.containsKey(name.group(1)))) {
                parts.add(filled(part.substring(1).strip(), values));
            }
        }
        return parts;
    }

    private static String filled(String part, Map<String, String> values) {
        Matcher names = NAME.matcher(part);
        return names.replaceAll(found -> {
            @Nullable String value = values.get(found.group(1));
            if (value == null) {
                throw new IllegalArgumentException("there is no " + found.group(1));
            }
            return Matcher.quoteReplacement(value.replaceAll("\\p{Cntrl}", " "));
        });
    }

    private static String text(String part) {
        return switch (part.charAt(0)) {
            case '#' -> "    " + part.substring(1).strip();
            case '>' -> part.substring(1).strip();
            default -> part;
        };
    }

    private static String html(String part) {
        String inside =
                escaped(
                        part.charAt(0) == '#' || part.charAt(0) == '>'
                                ? part.substring(1).strip()
                                : part);
        return switch (part.charAt(0)) {
            case '#' -> "<p class=\"code\"><strong>" + inside + "</strong></p>";
            case '>' -> "<p><a href=\"%s\">%s</a></p>".formatted(inside, inside);
            default -> "<p>" + inside.replace("\n", "<br>") + "</p>";
        };
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    private static String read(String name) {
        try (@Nullable InputStream in = MailTemplates.class.getResourceAsStream("mail/" + name)) {
            if (in == null) {
                throw new IllegalStateException("there is no template " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
