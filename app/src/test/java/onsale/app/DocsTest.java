package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents name types, alerts, files and commands that exist. */
class DocsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** Names of libraries. */
    private static final Set<String> FOREIGN =
            Set.of(
                    "BarcodeDetector",
                    "CompressionHandler",
                    "ForwardedRequestCustomizer",
                    "JdbcClient",
                    "NaN",
                    "OutOfMemoryError",
                    "QoSHandler",
                    "ServletWebServerFactory",
                    "SslContextFactory");

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern TYPE =
            Pattern.compile("\\b([A-Z][a-z0-9]+(?:[A-Z][A-Za-z0-9]*)?)(?:\\.[a-z]\\w*)?");
    private static final Pattern DECLARED =
            Pattern.compile("\\b(?:class|record|interface|enum) ([A-Z]\\w*)");
    private static final Pattern PATH = Pattern.compile("[a-z]+(?:/[a-z]+)*/[A-Z]\\w*");
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

    @Test
    void everyTypeThatADocumentNamesExists() {
        Set<String> types = declaredTypes();

        for (Path document : documents()) {
            assertThat(unknownTypes(read(document), types))
                    .as(ROOT.relativize(document).toString())
                    .isEmpty();
        }
    }

    @Test
    void everyStepOfAFanNamesFilesThatExist() {
        String way = read(ROOT.resolve("docs/architecture.md"));

        assertThat(paths(way)).hasSizeGreaterThan(20);
        assertThat(unknownPaths(way)).isEmpty();
    }

    @Test
    void aPlantedPathIsFound() {
        assertThat(unknownPaths("`queue/line/Line` → `queue/lines/Line` (`enter.lua`)"))
                .containsExactly("queue/lines/Line");
    }

    @Test
    void everyLinkLeadsToAFile() {
        for (Path document : documents()) {
            for (String link : links(read(document))) {
                assertThat(document.resolveSibling(link)).as(document + " links to it").exists();
            }
        }
    }

    @Test
    void aPlantedNameIsFound() {
        assertThat(unknownTypes("the `HoldSeats` and the `HoldSeatz.run`", declaredTypes()))
                .containsExactly("HoldSeatz");
    }

    /** Only names of several words: a single capitalised word may be anything. */
    private static Set<String> unknownTypes(String text, Set<String> known) {
        return CODE.matcher(text)
                .results()
                .map(code -> TYPE.matcher(code.group(1)))
                .filter(type -> type.matches())
                .map(type -> type.group(1))
                .filter(name -> name.matches("[A-Z][a-z0-9]+[A-Z].*"))
                .filter(name -> !known.contains(name) && !FOREIGN.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<String> paths(String text) {
        return CODE.matcher(text)
                .results()
                .map(code -> code.group(1))
                .filter(code -> PATH.matcher(code).matches())
                .toList();
    }

    /** Paths are below {@code src/main/java/onsale} of the module that begins them. */
    private static List<String> unknownPaths(String text) {
        return paths(text).stream()
                .filter(path ->
                        !Files.exists(
                                ROOT.resolve(path.substring(0, path.indexOf('/')))
                                        .resolve("src/main/java/onsale")
                                        .resolve(path + ".java")))
                .toList();
    }

    private static List<String> links(String text) {
        return LINK.matcher(text).results().map((MatchResult link) -> link.group(1)).toList();
    }

    private static Set<String> declaredTypes() {
        Set<String> types = new TreeSet<>();
        for (Path source : files(ROOT, ".java")) {
            DECLARED.matcher(read(source)).results().forEach(type -> types.add(type.group(1)));
        }
        ALERT.matcher(read(ROOT.resolve("deploy/prometheus/onsale.rules.yml")))
                .results()
                .forEach(alert -> types.add(alert.group(1)));
        return types;
    }

    private static List<Path> documents() {
        List<Path> documents = new ArrayList<>(files(ROOT.resolve("docs"), ".md"));
        documents.add(ROOT.resolve("README.md"));
        documents.add(ROOT.resolve("CONTRIBUTING.md"));
        return documents;
    }

    private static List<Path> files(Path directory, String suffix) {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(file -> file.toString().endsWith(suffix))
                    .filter(file -> !file.toString().contains("node_modules"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
