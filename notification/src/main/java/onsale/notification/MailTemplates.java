package onsale.notification;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import onsale.contracts.MailRequested.Letter;
import onsale.contracts.MailRequested.Template;
import org.jspecify.annotations.Nullable;

/**
 * Fills the templates. One file per template and language gives the text and the HTML, so that both
 * say the same. Its first line is the subject, its paragraphs are separated by empty lines; one
 * that begins with {@code #} is a code to be typed, one with {@code >} a link.
 */
final class MailTemplates {

    private static final Pattern NAME = Pattern.compile("\\{([a-zA-Z]+)}");

    private static final Map<String, DateTimeFormatter> DAYS =
            Map.of(
                    "ko", DateTimeFormatter.ofPattern("yyyy년 M월 d일", Locale.KOREAN),
                    "en", DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH));

    private static final Map<String, DateTimeFormatter> TIMES =
            Map.of(
                    "ko", DateTimeFormatter.ofPattern("yyyy년 M월 d일 (E) HH:mm", Locale.KOREAN),
                    "en", DateTimeFormatter.ofPattern("EEE d MMMM yyyy, HH:mm", Locale.ENGLISH));

    private final Map<String, List<String>> files = new HashMap<>();
    private final String page;
    private final String siteUrl;
    private final ZoneId zone;

    MailTemplates(String siteUrl, ZoneId zone) {
        this.siteUrl = siteUrl;
        this.zone = zone;
        for (Template template : Template.values()) {
            for (String language : DAYS.keySet()) {
                String name = template.name().toLowerCase(Locale.ROOT) + "." + language + ".txt";
                files.put(template + language, List.of(read(name).strip().split("\n\\s*\n")));
            }
        }
        this.page = read("page.html");
    }

    Mail fill(Template template, String language, Letter letter) {
        Map<String, String> values = new HashMap<>();
        letter.values().forEach((name, value) -> values.put(name, shown(name, value, language)));
        values.put("site", siteUrl);
        @Nullable List<String> file = files.get(template + language);
        if (file == null) {
            throw new IllegalArgumentException("no mail in " + language);
        }
        List<String> parts = file.stream().map(part -> filled(part, values)).toList();
        List<String> body = parts.subList(1, parts.size());
        String html = body.stream().map(MailTemplates::html).collect(Collectors.joining("\n"));
        return new Mail(
                letter.address(),
                parts.getFirst(),
                body.stream().map(MailTemplates::text).collect(Collectors.joining("\n\n")) + "\n",
                page.replace("{language}", language)
                        .replace("{subject}", escaped(parts.getFirst()))
                        .replace("{body}", html));
    }

    private String shown(String name, String value, String language) {
        @Nullable DateTimeFormatter format =
                name.endsWith("At")
                        ? DAYS.get(language)
                        : name.endsWith("Time") ? TIMES.get(language) : null;
        return format == null ? value : format.format(Instant.parse(value).atZone(zone));
    }

    private static String filled(String part, Map<String, String> values) {
        Matcher names = NAME.matcher(part);
        return names.replaceAll(found -> {
            @Nullable String value = values.get(found.group(1));
            if (value == null) {
                throw new IllegalArgumentException("the letter has no " + found.group(1));
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
