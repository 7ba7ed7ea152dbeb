package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The web client's types come from the description of the API alone, and say what it needs. */
class WebClientTests {

    private static final Path WEB = Path.of("..", "web").toAbsolutePath().normalize();
    private static final String CHECK = "answers.check.ts";
    private static final long SECONDS_MAX = 240;

    private final SharedNode shared = SharedNode.get();

    @BeforeAll
    static void installWhatIsMissing() throws Exception {
        Path wanted = WEB.resolve("package-lock.json");
        Path installed =
                WEB.resolve("node_modules/.package-lock.json"); // npm's, written at the end
        if (!Files.exists(installed)
                || Files.getLastModifiedTime(installed).compareTo(Files.getLastModifiedTime(wanted))
                        < 0) {
            Run run = run(WEB, "npm", "ci", "--no-audit", "--no-fund");
            assertThat(run.exit()).as(run.output()).isZero();
        }
    }

    @Test
    void theClientCompilesAgainstTheDescription(@TempDir Path directory) throws Exception {
        Run compiled = compile(directory, description());

        assertThat(compiled.exit()).as(compiled.output()).isZero();
    }

    /** The canary: each of the functions fails when its answer says nothing. */
    @Test
    void anAnswerWithoutATypeDoesNotCompile(@TempDir Path directory) throws Exception {
        List<String> source = Files.readAllLines(WEB.resolve("src/api").resolve(CHECK));
        JsonNode description = description();
        Set<String> blanked = new TreeSet<>();
        for (String line : source) {
            Matcher function = ANSWER.matcher(line);
            if (function.find()) {
                blank(description, function.group("path"), function.group("method"));
                blanked.add(function.group("name"));
            }
        }

        Run compiled = compile(directory, description);

        Set<String> failed = new TreeSet<>();
        Matcher error = ERROR.matcher(compiled.output());
        while (error.find()) {
            failed.add(function(source, Integer.parseInt(error.group("line"))));
        }
        assertThat(blanked).hasSize(9).as(compiled.output()).isEqualTo(failed);
    }

    private static final Pattern ANSWER =
            Pattern.compile(
                    "function (?<name>\\w+)\\(.*Answer<\"(?<path>[^\"]+)\", \"(?<method>\\w+)\">");
    private static final Pattern ERROR =
            Pattern.compile(Pattern.quote(CHECK) + "\\((?<line>\\d+),\\d+\\): error");
    private static final Pattern FUNCTION = Pattern.compile("function (\\w+)\\(");

    private static String function(List<String> source, int line) {
        for (int i = line - 1; i >= 0; i--) {
            Matcher function = FUNCTION.matcher(source.get(i));
            if (function.find()) {
                return function.group(1);
            }
        }
        return "nothing";
    }

    private static void blank(JsonNode description, String path, String method) {
        JsonNode responses =
                description
                        .path("paths")
                        .path(path)
                        .path(method.toLowerCase(Locale.ROOT))
                        .path("responses");
        for (String status : List.of("200", "201")) {
            if (responses.path(status).path("content").path("application/json")
                    instanceof ObjectNode media) {
                media.putObject("schema");
            }
        }
    }

    private JsonNode description() {
        return shared.api.get(shared.url + "/v3/api-docs", null).body();
    }

    /** As {@code npm run generate} and {@code npm run check} do, but apart from what is there. */
    private static Run compile(Path directory, JsonNode description) throws Exception {
        Files.writeString(directory.resolve("api.json"), description.toString());
        for (String source : List.of("answers.ts", CHECK)) {
            Files.copy(WEB.resolve("src/api").resolve(source), directory.resolve(source));
        }
        Files.writeString(
                directory.resolve("tsconfig.json"),
                JsonMapper.shared()
                        .createObjectNode()
                        .put("extends", WEB.resolve("tsconfig.json").toString())
                        .set("include", JsonMapper.shared().createArrayNode().add("*.ts"))
                        .toString());
        Run generated =
                run(
                        directory,
                        "node",
                        WEB.resolve("node_modules/openapi-typescript/bin/cli.js").toString(),
                        "api.json",
                        "-o",
                        "schema.d.ts");
        assertThat(generated.exit()).as(generated.output()).isZero();
        return run(
                directory,
                "node",
                WEB.resolve("node_modules/typescript/bin/tsc").toString(),
                "--noEmit",
                "-p",
                ".");
    }

    private record Run(int exit, String output) {}

    private static Run run(Path directory, String... command)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("web-", ".log");
        try {
            Process process =
                    new ProcessBuilder(new ArrayList<>(List.of(command)))
                            .directory(directory.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start();
            if (!process.waitFor(SECONDS_MAX, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException(List.of(command) + " takes too long");
            }
            return new Run(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
        } finally {
            Files.delete(output);
        }
    }
}
