package onsale.platform.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;

/** Redis 7 on loopback: append-only file each second, snapshots beside it, nothing ever evicted. */
public final class RedisServer extends EmbeddedServer {

    private static final String MEMORY_MAX = "512mb";
    private static final int DATABASES = 1024; // tests take one each

    private final Path binary;
    private final Path data;
    private final Secret password;
    private final String role;

    RedisServer(Path home, Path cache, int port, Secret password) {
        this(home, Binaries.redisServer(cache), port, password, "");
    }

    /** The role is what the configuration says beyond that of a server on its own. */
    private RedisServer(Path home, Path binary, int port, Secret password, String role) {
        super("redis", home, Ports.take(port, "Redis"));
        this.binary = binary;
        this.data = home.resolve("redis");
        this.password = password;
        this.role = role;
    }

    /** A server that waits to be told of its cluster; the bus is where the members meet. */
    static RedisServer clusterMember(Path home, Path cache, Secret password, int busPort) {
        String role =
                """
                cluster-enabled yes
                cluster-port %d
                cluster-node-timeout 2000
                cluster-require-full-coverage no
                masterauth %s
                """
                        .formatted(busPort, password.value());
        return new RedisServer(home, Binaries.redisServer(cache), 0, password, role);
    }

    /**
     * An empty server for the same address, as after a failover that lost everything. This one must
     * not run.
     */
    public RedisServer replacement(Path emptyHome) {
        return new RedisServer(emptyHome, binary, port(), password, "");
    }

    /** A server on another port that follows this one. */
    public RedisServer replica(Path emptyHome) {
        String role =
                """
                replicaof 127.0.0.1 %d
                masterauth %s
                """
                        .formatted(port(), password.value());
        return new RedisServer(emptyHome, binary, 0, password, role);
    }

    public String url() {
        return url(0);
    }

    public String url(int database) {
        return "redis://:%s@127.0.0.1:%d/%d".formatted(password.value(), port(), database);
    }

    /** Everything Redis keeps on disk; the server must be stopped or killed. */
    public Path data() {
        return data;
    }

    @Override
    void prepare() {
        String configuration =
                """
                bind 127.0.0.1
                port %d
                requirepass %s
                dir "%s"
                databases %d
                daemonize no
                set-proc-title no
                appendonly yes
                appendfsync everysec
                auto-aof-rewrite-percentage 100
                auto-aof-rewrite-min-size 64mb
                aof-load-truncated yes
                save 3600 1 300 100 60 10000
                stop-writes-on-bgsave-error yes
                maxmemory %s
                maxmemory-policy noeviction
                repl-diskless-sync-delay 0
                %s\
                """
                        .formatted(port(), password.value(), data, DATABASES, MEMORY_MAX, role);
        try {
            Files.createDirectories(data);
            Files.deleteIfExists(configurationFile());
            DataDirectory.writeOnce(configurationFile(), configuration);
        } catch (IOException e) {
            throw new StartFailure("Cannot prepare " + data + ": " + e.getMessage(), e);
        }
    }

    private Path configurationFile() {
        return home().resolve("redis.conf");
    }

    @Override
    List<String> command() {
        return List.of(binary.toString(), configurationFile().toString());
    }

    @Override
    String program() {
        return "redis-server";
    }

    @Override
    String stopSignal() {
        return "TERM";
    }

    /** Asks over a plain socket: a client library would start threads only to be thrown away. */
    @Override
    boolean answers() {
        try {
            return send("PING").startsWith("+PONG");
        } catch (IOException e) {
            return false;
        }
    }

    /** FLUSHALL: every key of every database is gone, the server goes on as if nothing was. */
    public void flushAll() {
        tell("FLUSHALL");
    }

    /** For commands that answer OK. */
    void tell(String command) {
        String reply = ask(command);
        if (!reply.equals("+OK")) {
            throw new IllegalStateException(command + " answered " + reply);
        }
    }

    /** The reply, without its length if it is a text of several lines. */
    String ask(String command) {
        try {
            return send(command);
        } catch (IOException e) {
            throw new IllegalStateException("Redis does not answer", e);
        }
    }

    private String send(String command) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port()), 1000);
            socket.setSoTimeout(5000);
            var reader =
                    new java.io.BufferedReader(
                            new java.io.InputStreamReader(
                                    socket.getInputStream(), StandardCharsets.UTF_8));
            var out = socket.getOutputStream();
            out.write(
                    ("AUTH " + password.value() + "\r\n" + command + "\r\nQUIT\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            out.flush();
            List<String> lines = reader.lines().toList(); // AUTH, the reply, QUIT
            boolean isText = lines.size() > 3 && lines.get(1).startsWith("$");
            return lines.size() < 3
                    ? ""
                    : String.join("\n", lines.subList(isText ? 2 : 1, lines.size() - 1));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
