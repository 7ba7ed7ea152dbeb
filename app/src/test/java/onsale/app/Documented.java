package onsale.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The metrics that docs/metrics.md names. */
final class Documented {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Pattern NAME = Pattern.compile("`(onsale_[a-z0-9_]+)`( °)?");

    /** Names of ours in a query; the suffix of a histogram or a counter belongs to it. */
    private static final Pattern QUERIED =
            Pattern.compile("\\b((?:onsale|hikaricp|jvm|process|system|disk)_[a-z0-9_]+)\\b");

    /** In the first column of a table. */
    final Set<String> all = new TreeSet<>();

    /** Those that appear with the first thing that they count. */
    final Set<String> later = new TreeSet<>();

    Documented() {
        for (String line : read(ROOT.resolve("docs/metrics.md")).lines().toList()) {
            if (line.startsWith("| `onsale_")) {
                Matcher name = NAME.matcher(line.substring(0, line.indexOf(" | ", 2)));
                while (name.find()) {
                    all.add(name.group(1));
                    if (name.group(2) != null) {
                        later.add(name.group(1));
                    }
                }
            }
        }
    }

    static Set<String> queriedIn(String text) {
        Set<String> names = new TreeSet<>();
        Matcher queried = QUERIED.matcher(text);
        while (queried.find()) {
            names.add(queried.group(1));
        }
        return names;
    }

    static String withoutSuffix(String sample) {
        return sample.replaceFirst("_(bucket|count|sum)$", "");
    }

    static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
