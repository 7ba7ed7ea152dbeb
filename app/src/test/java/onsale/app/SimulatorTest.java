package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.platform.embedded.SelfJvm;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The provider's stand-in as a process of its own; the one inside `serve` is in LauncherTest. */
class SimulatorTest {

    private static final String PERSON =
            """
            {"name": "Kim", "birthDate": "1990-01-01", "phoneNumber": "01012345678"}\
            """;
    private static final Pattern READY = Pattern.compile("ready at (http://[0-9.:]+)");

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void killedAsAProcessOfItsOwnItComesBackWithEverything(@TempDir Path dataDir) throws Exception {
        Path log = Files.createTempFile("onsale-simulator-", ".log");
        for (String method : List.of("PUT", "GET")) {
            Process process = launch(log, "--port=0", "--data-dir=" + dataDir);
            try {
                Wait.until("it is ready", Duration.ofSeconds(60), () -> ready(log).find());
                assertThat(call(find(ready(log)), "simulator-secret", method).body())
                        .contains("\"status\":\"VERIFIED\"");
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        Files.delete(log);
    }

    @Test
    void aDirectoryInUseIsOneSentence(@TempDir Path dataDir) throws Exception {
        Path log = Files.createTempFile("onsale-simulator-", ".log");
        Path second = Files.createTempFile("onsale-simulator-", ".log");
        Process first = launch(log, "--data-dir=" + dataDir);
        try {
            Wait.until("it is ready", Duration.ofSeconds(60), () -> ready(log).find());

            assertThat(launch(second, "--data-dir=" + dataDir).waitFor()).isEqualTo(1);
            assertThat(Files.readString(second).lines())
                    .singleElement()
                    .asString()
                    .contains("another simulator uses");
        } finally {
            first.destroyForcibly().waitFor();
        }
        Files.delete(log);
        Files.delete(second);
    }

    private static Process launch(Path log, String... arguments) throws IOException {
        List<String> line =
                new ArrayList<>(
                        SelfJvm.command(List.of("-Xmx64m", "-XX:+UseSerialGC"), "onsale.app.Main"));
        line.add("simulator");
        line.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(line)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return process;
    }

    private HttpResponse<String> call(String url, String secret, String method) throws Exception {
        String path =
                method.equals("GET")
                        ? "/identity-verifications/iv-1"
                        : "/simulator/identity-verifications/iv-1";
        return http.send(
                HttpRequest.newBuilder(URI.create(url + path))
                        .header("Authorization", "PortOne " + secret)
                        .method(
                                method,
                                method.equals("GET")
                                        ? BodyPublishers.noBody()
                                        : BodyPublishers.ofString(PERSON))
                        .build(),
                BodyHandlers.ofString());
    }

    private static Matcher ready(Path log) throws IOException {
        return READY.matcher(Files.readString(log));
    }

    private static String find(Matcher matcher) {
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }
}
