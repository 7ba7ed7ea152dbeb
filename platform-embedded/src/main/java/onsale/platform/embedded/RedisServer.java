package onsale.platform.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Redis 7 on loopback, with an append-only file synced each second, snapshots and no eviction. */
public final class RedisServer extends EmbeddedServer {

    private static final Logger LOG = LoggerFactory.getLogger(RedisServer.class);
    private static final String MEMORY_MAX = "512mb";
    private static final int DATABASES = 1024; // tests take one each
    private static final int SET_ASIDE_MAX = 3;
    private static final String SET_ASIDE = "redis.unreadable-";
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmssSSS").withZone(ZoneOffset.UTC);

    /** What Redis logs before it ends because its files are corrupt; no failure that may pass. */
    private static final Pattern UNREADABLE =
            Pattern.compile(
                    "Bad file format reading the append only file"
                            + "|Unexpected end of file reading the append only file"
                            + "|FATAL AOF MANIFEST FILE ERROR"
                            + "|The AOF file .* doesn't exist"
                            + "|AOF loading aborted"
                            + "|Fatal error loading the DB"
                            + "|Wrong signature trying to load DB"
                            + "|Can't handle RDB format version"
                            + "|Wrong RDB checksum"
                            + "|Internal error in RDB reading"
                            + "|Short read or OOM loading DB"
                            + "|Error reading the RDB preamble"
                            + "|REDIS BUG REPORT");

    private final Path binary;
    private final Path data;
    private final Secret password;
    private final String role;

    RedisServer(Path home, Path cache, int port, Secret password) {
        this(home, Binaries.redisServer(cache), port, password, "");
    }

    /**
     * @param role what the configuration has in addition to that of a single server
     */
    private RedisServer(Path home, Path binary, int port, Secret password, String role) {
        super("redis", home, Ports.take(port, "Redis"));
        this.binary = binary;
        this.data = home.resolve("redis");
        this.password = password;
        this.role = role;
    }

    /**
     * A server that can join a cluster.
     *
     * @param busPort the port on which the members of the cluster talk to each other
     */
    public static RedisServer clusterMember(Path home, Path cache, Secret password, int busPort) {
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
     * An empty server at the same address, as after a failover that lost everything. This one must
     * not run meanwhile.
     */
    public RedisServer replacement(Path emptyHome) {
        return new RedisServer(emptyHome, binary, port(), password, "");
    }

    /** A replica of this server, on another port. */
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

    /** The directory with everything that Redis keeps on disk. */
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
            OwnFiles.createDirectories(home());
            OwnFiles.directory(data);
            OwnFiles.write(configurationFile(), configuration);
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

    /** Uses a plain socket, because a client library would start threads for one command. */
    @Override
    boolean answers() {
        try {
            return send("PING").startsWith("+PONG");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Moves files that Redis cannot read aside, so that it starts empty. PostgreSQL is the truth:
     * the platform restores lines and gates from it, while without Redis it stays degraded.
     */
    @Override
    boolean recoversFrom(String said) {
        if (!UNREADABLE.matcher(said).find() || said.contains("Permission denied")) {
            return false;
        }
        Path aside = home().resolve(SET_ASIDE + STAMP.format(Instant.now()));
        try {
            Files.move(data, aside, StandardCopyOption.ATOMIC_MOVE);
            deleteOldestSetAside();
        } catch (IOException e) {
            throw new StartFailure("Cannot set " + data + " aside: " + e.getMessage(), e);
        }
        LOG.warn("Redis cannot read its files: they are moved to {}, and it starts empty", aside);
        return true;
    }

    private void deleteOldestSetAside() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.list(home())) {
            all =
                    files.filter(file -> file.getFileName().toString().startsWith(SET_ASIDE))
                            .sorted()
                            .toList();
        }
        for (Path oldest : all.subList(0, Math.max(0, all.size() - SET_ASIDE_MAX))) {
            Trees.delete(oldest);
        }
    }

    /** Deletes every key of every database. */
    public void flushAll() {
        tell("FLUSHALL");
    }

    /** Runs a command that answers OK. */
    public void tell(String command) {
        String reply = ask(command);
        if (!reply.equals("+OK")) {
            throw new IllegalStateException(command + " answered " + reply);
        }
    }

    /** Runs a command; returns its reply, without its length if it has several lines. */
    public String ask(String command) {
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
