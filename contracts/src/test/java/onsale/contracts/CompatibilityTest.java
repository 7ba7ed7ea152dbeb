package onsale.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import onsale.platform.messaging.MessageContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every message ever sent can still be read, and nothing it said is lost. When a record grows, its
 * old sample stays as it is and a new one joins it ({@code Name.2.json}).
 */
class CompatibilityTest {

    private static final Path SENT = Path.of("src/test/resources/onsale/contracts/sent");
    private static final Path SOURCES = Path.of("src/main/java/onsale/contracts");
    private static final JsonMapper JSON =
            JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

    static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.list(SENT)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void whatWasSentIsUnderstood(Path sample) throws Exception {
        JsonNode sent = JSON.readTree(Files.readString(sample));

        Object read = JSON.treeToValue(sent, Class.forName("onsale.contracts." + name(sample)));

        JsonNode again = JSON.readTree(JSON.writeValueAsString(read));
        sent.properties()
                .forEach(field ->
                        assertThat(again.get(field.getKey()))
                                .as(field.getKey())
                                .isEqualTo(field.getValue()));
    }

    @Test
    void everyMessageHasASample() throws IOException {
        List<String> sampled = samples().stream().map(CompatibilityTest::name).toList();

        try (Stream<Path> sources = Files.list(SOURCES)) {
            for (Path source : sources.toList()) {
                if (isMessage(source)) {
                    assertThat(sampled).contains(name(source));
                }
            }
        }
    }

    @Test
    void everyMessageSaysWhoTellsItAndWhoHearsIt() throws Exception {
        try (Stream<Path> sources = Files.list(SOURCES)) {
            for (Path source : sources.toList()) {
                if (isMessage(source)) {
                    assertThat(Class.forName("onsale.contracts." + name(source)))
                            .hasAnnotation(MessageContract.class);
                }
            }
        }
    }

    /** Passes are signed texts with a format of their own. */
    private static boolean isMessage(Path source) throws IOException {
        String text = Files.readString(source);
        return text.contains("public record") && !text.contains("PassKind");
    }

    private static String name(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.indexOf('.'));
    }
}
