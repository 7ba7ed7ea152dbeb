package onsale.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
        List<String> line =
                new ArrayList<>(
                        SelfJvm.command(
                                List.of(
                                        "-Xmx512m",
                                        "-Dlogback.configurationFile=onsale/bench/logback.xml"),
                                main.getName()));
        line.addAll(List.of(args));
        try {
            Child child =
                    new Child(
                            new ProcessBuilder(line)
                                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                                    .start());
            Runtime.getRuntime().addShutdownHook(new Thread(child::close));
            String said = child.out.readLine();
            if (!"ready".equals(said)) {
                throw new IllegalStateException(main.getSimpleName() + " said " + said);
            }
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
