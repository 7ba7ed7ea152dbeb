package onsale.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import onsale.platform.embedded.SelfJvm;

/** A process of the benchmark: started, asked by lines, its CPU time read, ended with us. */
final class Child implements AutoCloseable {

    private final Process process;
    private final BufferedReader out;

    private Child(Process process) {
        this.process = process;
        this.out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Returns when the process says that it is ready. */
    static Child start(Class<?> main, String... args) {
        return start(
                List.of("-Xmx512m", "-Dlogback.configurationFile=onsale/bench/logback.xml"),
                main.getName(),
                "^ready$",
                args);
    }

    /** A command of the application, with the options that {@code ./onsale} gives it. */
    static Child command(String ready, String... args) {
        Child child =
                start(List.of("-Xmx512m", "-XX:+UseSerialGC"), "onsale.app.Main", ready, args);
        child.hushed();
        return child;
    }

    private static Child start(List<String> options, String main, String ready, String... args) {
        List<String> line = new ArrayList<>(SelfJvm.command(options, main));
        line.addAll(List.of(args));
        try {
            Child child =
                    new Child(
                            new ProcessBuilder(line)
                                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                                    .start());
            Runtime.getRuntime().addShutdownHook(new Thread(child::close));
            child.awaitReady(main, Pattern.compile(ready));
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitReady(String main, Pattern ready) throws IOException {
        List<String> said = new ArrayList<>();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (ready.matcher(line).find()) {
                return;
            }
            said.add(line);
        }
        throw new IllegalStateException(main + " said " + said);
    }

    /** What it goes on to say is nobody's business, but must not fill the pipe. */
    private void hushed() {
        Thread.ofVirtual()
                .start(() -> {
                    try {
                        while (out.readLine() != null) {
                            // passed over
                        }
                    } catch (IOException e) {
                        // it has ended
                    }
                });
    }

    String ask(String command) {
        try {
            process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
            String answer = out.readLine();
            if (answer == null || answer.startsWith("failed")) {
                throw new IllegalStateException(command + ": " + answer);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    double cpuMicros() {
        return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e3;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
