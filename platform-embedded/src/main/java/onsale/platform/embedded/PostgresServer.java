package onsale.platform.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;

/** PostgreSQL 18 on loopback, with fsync and synchronous commits. */
public final class PostgresServer extends EmbeddedServer {

    public static final String ADMIN = "onsale";
    private static final String MAJOR = "18";
    private static final int CONNECTIONS_MAX = 200;

    private final Path binaries;
    private final Path data;
    private final Secret adminPassword;

    PostgresServer(Path home, Path cache, int port, Secret adminPassword) {
        super("postgres", home, Ports.take(port, "PostgreSQL"));
        this.binaries = Binaries.postgres(cache);
        this.data = home.resolve("postgres");
        this.adminPassword = adminPassword;
    }

    public String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port() + "/" + database;
    }

    public Secret adminPassword() {
        return adminPassword;
    }

    @Override
    void prepare() {
        try {
            if (Files.exists(data)) {
                String found = Files.readString(data.resolve("PG_VERSION")).strip();
                if (!found.equals(MAJOR)) {
                    throw new StartFailure(
                            "%s holds data of PostgreSQL %s, this is %s: choose another with --data-dir or move the data first."
                                    .formatted(data, found, MAJOR));
                }
                return;
            }
            initialise();
        } catch (IOException e) {
            throw new StartFailure("Cannot prepare " + data + ": " + e.getMessage(), e);
        }
    }

    /**
     * Initialises a new directory and renames it, so that an aborted start leaves no half of it.
     */
    private void initialise() throws IOException {
        Path aside = home().resolve("postgres.new");
        Trees.delete(aside);
        Path passwordFile = home().resolve("postgres.pw");
        OwnFiles.write(passwordFile, adminPassword.value());
        List<String> line = new ArrayList<>(asUser());
        line.addAll(
                List.of(
                        binaries.resolve("bin/initdb").toString(),
                        "--pgdata=" + aside,
                        "--username=" + ADMIN,
                        "--pwfile=" + passwordFile,
                        "--auth=scram-sha-256",
                        "--encoding=UTF8",
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8",
                        "--locale=C"));
        Path log = ServerProcess.logFile(home(), "initdb");
        OwnFiles.createParent(log);
        OwnFiles.ensureExists(log);
        ProcessBuilder builder =
                new ProcessBuilder(line)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.to(log.toFile()));
        builder.environment().putAll(environment());
        try {
            if (builder.start().waitFor() != 0) {
                throw new StartFailure(
                        "PostgreSQL cannot initialise %s; %s ends with:%n%s"
                                .formatted(data, log, ServerProcess.logTail(home(), "initdb")));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("Interrupted while initialising PostgreSQL.");
        } finally {
            Files.deleteIfExists(passwordFile);
        }
        Files.move(aside, data, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    List<String> command() {
        List<String> line = new ArrayList<>(asUser());
        line.add(binaries.resolve("bin/postgres").toString());
        line.addAll(List.of("-D", data.toString(), "-p", String.valueOf(port())));
        Map.ofEntries(
                        Map.entry("listen_addresses", "127.0.0.1"),
                        Map.entry("unix_socket_directories", ""),
                        Map.entry("fsync", "on"),
                        Map.entry("synchronous_commit", "on"),
                        Map.entry("full_page_writes", "on"),
                        Map.entry("max_connections", String.valueOf(CONNECTIONS_MAX)),
                        Map.entry("shared_preload_libraries", "pg_stat_statements"),
                        Map.entry("log_line_prefix", "%m [%p] %u@%d "),
                        Map.entry("timezone", "UTC"))
                .forEach((key, value) -> line.addAll(List.of("-c", key + "=" + value)));
        return line;
    }

    /**
     * PostgreSQL refuses to run as root. In a user namespace of its own it runs as nobody, while
     * its files still belong to root, so the data directory needs no other owner.
     */
    private static List<String> asUser() {
        boolean root = "root".equals(System.getProperty("user.name"));
        if (!root) {
            return List.of();
        }
        try {
            Process probe = new ProcessBuilder("unshare", "-U", "true").start();
            if (probe.waitFor() == 0) {
                return List.of("unshare", "-U");
            }
        } catch (IOException e) {
            // no such command: reported below
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new StartFailure(
                "PostgreSQL does not run as root and this system allows no user namespace: run Onsale as a normal user.");
    }

    @Override
    Map<String, String> environment() {
        return Map.of("LD_LIBRARY_PATH", binaries.resolve("lib").toString(), "LC_ALL", "C");
    }

    @Override
    String program() {
        return "postgres";
    }

    @Override
    String stopSignal() {
        return "INT"; // "fast": rolls back, disconnects, checkpoints
    }

    @Override
    boolean answers() {
        Properties login = new Properties();
        login.setProperty("user", ADMIN);
        login.setProperty("password", adminPassword.value());
        login.setProperty("connectTimeout", "2");
        login.setProperty("socketTimeout", "5");
        try (var connection = DriverManager.getConnection(url("postgres"), login)) {
            return connection.isValid(2);
        } catch (SQLException e) {
            return false;
        }
    }
}
