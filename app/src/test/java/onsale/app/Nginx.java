package onsale.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import onsale.platform.embedded.Trees;
import onsale.testkit.Wait;

/** A real nginx with the product's files, before nodes at these ports. */
final class Nginx implements AutoCloseable {

    private static final Path FILES = Path.of("../deploy/nginx").toAbsolutePath().normalize();
    private static final List<Path> BINARIES =
            List.of(Path.of("/usr/sbin/nginx"), Path.of("/usr/local/sbin/nginx"));
    private static final Duration STARTS_WITHIN = Duration.ofSeconds(10);

    private final Process process;
    private final Path directory;
    private final int port;

    private Nginx(Process process, Path directory, int port) {
        this.process = process;
        this.directory = directory;
        this.port = port;
    }

    /** Starts it with these groups and the ports of their nodes. */
    static Nginx before(Map<String, List<Integer>> groups) throws IOException {
        Path directory = Files.createTempDirectory("onsale-nginx-");
        int port = freePort();
        Files.writeString(directory.resolve("upstreams.conf"), upstreams(groups));
        Path main = directory.resolve("nginx.conf");
        Files.writeString(main, configuration(directory, port));
        Process process =
                new ProcessBuilder(binary(), "-p", directory.toString(), "-c", main.toString())
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("nginx.log").toFile())
                        .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        Nginx nginx = new Nginx(process, directory, port);
        Wait.until(
                "nginx has started",
                STARTS_WITHIN,
                () -> Files.exists(directory.resolve("nginx.pid")) || !process.isAlive());
        if (!process.isAlive()) {
            throw new IllegalStateException("nginx did not start:\n" + nginx.log());
        }
        return nginx;
    }

    String url() {
        return "http://127.0.0.1:" + port;
    }

    String log() {
        try {
            return Files.readString(directory.resolve("nginx.log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** The product's main file, for one user, in this directory and at this port. */
    private static String configuration(Path directory, int port) throws IOException {
        String text =
                Files.readString(FILES.resolve("nginx.conf"))
                        .replace("worker_processes auto;", "worker_processes 1;\ndaemon off;")
                        .replace("worker_rlimit_nofile 65536;", "")
                        .replace("worker_connections 32768;", "worker_connections 1024;")
                        .replace("/run/nginx/nginx.pid", directory.resolve("nginx.pid").toString())
                        .replace("include onsale.conf", "include " + FILES.resolve("onsale.conf"))
                        .replace("include routes.conf", "include " + FILES.resolve("routes.conf"))
                        .replace(
                                "include upstreams.conf",
                                "include " + directory.resolve("upstreams.conf"))
                        .replace("listen 8080 default_server", "listen 127.0.0.1:" + port);
        return text.replace("http {", "http {\n" + temporaryFiles(directory));
    }

    private static String temporaryFiles(Path directory) {
        return List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi").stream()
                .map(kind -> "%s_temp_path %s;%n".formatted(kind, directory.resolve(kind)))
                .collect(Collectors.joining());
    }

    private static String upstreams(Map<String, List<Integer>> groups) {
        StringBuilder text = new StringBuilder();
        groups.forEach((group, ports) -> {
            text.append("upstream ").append(group).append(" {\n");
            ports.forEach(port ->
                    text.append(
                            "server 127.0.0.1:%d max_fails=2 fail_timeout=1s;%n".formatted(port)));
            text.append("keepalive 16;\n}\n");
        });
        return text.toString();
    }

    private static String binary() {
        return BINARIES.stream()
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalStateException(
                                "These tests need nginx: install it (Debian: apt-get install nginx-light)."))
                .toString();
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Trees.delete(directory);
    }
}
