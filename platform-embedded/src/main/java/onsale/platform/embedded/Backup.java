package onsale.platform.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import onsale.platform.StartFailure;
import org.jspecify.annotations.Nullable;

/**
 * Copies a data directory while its PostgreSQL runs and takes orders: the files, and the log from
 * the start of the copy to its end, by which PostgreSQL makes them consistent when it starts on
 * them. What the copy has is what was committed when it ended.
 *
 * <p>Redis and Kafka are left out, because they are rebuilt from PostgreSQL. The secret is part of
 * the copy: without it no password, pass or personal data could be read. So a backup is as secret
 * as the directory.
 */
public final class Backup {

    static final String SUMS = "files.sha256";
    static final String POSTGRES = "postgres";
    private static final String WAL = "pg_wal";

    /** Copied as empty directories: they belong to the running server. */
    private static final Set<String> EMPTY =
            Set.of(
                    WAL,
                    "pg_replslot",
                    "pg_dynshmem",
                    "pg_notify",
                    "pg_serial",
                    "pg_snapshots",
                    "pg_stat_tmp",
                    "pg_subtrans");

    private static final Set<String> LEFT_OUT =
            Set.of("postmaster.pid", "postmaster.opts", "pg_control");
    private static final String CONTROL = "global/pg_control";
    private static final int CONTROL_READS_MAX = 20;
    private static final Pattern TEMPORARY = Pattern.compile("pgsql_tmp.*|pg_internal\\.init.*");
    private static final Pattern SEGMENT = Pattern.compile("[0-9A-F]{24}");
    private static final List<String> OWN_FILES = List.of("secret.key", "format");
    private static final String PROVIDER = "portone";

    private final Path data;
    private final Path part;
    private final Map<String, String> sums = new TreeMap<>();

    private Backup(Path data, Path part) {
        this.data = data;
        this.part = part;
    }

    /** What a backup has: the number of its files and their bytes. */
    public record Made(int files, long bytes) {}

    /**
     * Makes a backup in a directory that does not exist yet.
     *
     * @param url of the running PostgreSQL of the data directory, as its administrator
     */
    public static Made make(
            Path dataDirectory, Path target, String url, String user, String password) {
        Path to = target.toAbsolutePath().normalize();
        if (Files.exists(to)) {
            throw new StartFailure(to + " exists already: give a backup a directory of its own.");
        }
        Path part = to.resolveSibling(to.getFileName() + ".part");
        try (Connection admin = DriverManager.getConnection(url, user, password)) {
            Trees.delete(part);
            OwnFiles.createDirectories(part);
            Backup backup = new Backup(dataDirectory.toAbsolutePath().normalize(), part);
            backup.copyPostgres(admin);
            backup.copyOwnFiles();
            Made made = backup.seal();
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
            return made;
        } catch (SQLException e) {
            throw new StartFailure(
                    "PostgreSQL does not let itself be copied: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new StartFailure("The backup cannot be written: " + e, e);
        }
    }

    private void copyPostgres(Connection admin) throws SQLException, IOException {
        // A temporary slot keeps the log from being recycled, and ends with the connection.
        String slot = "onsale_backup_" + ProcessHandle.current().pid();
        ask(admin, "select pg_create_physical_replication_slot('" + slot + "', true, true)");
        String first = ask(admin, "select pg_walfile_name(pg_backup_start('onsale backup', true))");
        Path from = data.resolve(POSTGRES);
        Path to = part.resolve(POSTGRES);
        copyTree(from, to);
        copyControl(from.resolve(CONTROL), to.resolve(CONTROL));
        String last;
        try (Statement statement = admin.createStatement();
                ResultSet end =
                        statement.executeQuery(
                                "select pg_walfile_name(lsn), labelfile, spcmapfile from pg_backup_stop(false)")) {
            end.next();
            last = end.getString(1);
            write(to.resolve("backup_label"), end.getString(2));
            @Nullable String spaces = end.getString(3);
            if (spaces != null && !spaces.isBlank()) {
                throw new StartFailure("Tablespaces outside of the data directory are not copied.");
            }
        }
        copyLog(from.resolve(WAL), to.resolve(WAL), first, last);
    }

    /** Read until it is the same twice, because the server may be writing it. */
    private void copyControl(Path from, Path to) throws IOException {
        byte[] before = Files.readAllBytes(from);
        for (int attempt = 0; attempt < CONTROL_READS_MAX; attempt++) {
            byte[] now = Files.readAllBytes(from);
            if (Arrays.equals(before, now)) {
                try (OutputStream out = OwnFiles.create(to, false)) {
                    out.write(now);
                }
                sums.put(part.relativize(to).toString(), FileSums.of(to));
                return;
            }
            before = now;
        }
        throw new IOException(from + " changes all the time");
    }

    private static String ask(Connection admin, String question) throws SQLException {
        try (Statement statement = admin.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            answer.next();
            return answer.getString(1);
        }
    }

    private void copyTree(Path from, Path to) throws IOException {
        Files.walkFileTree(
                from,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes is)
                            throws IOException {
                        String name = path.getFileName().toString();
                        if (TEMPORARY.matcher(name).matches()) {
                            return FileVisitResult.SKIP_SUBTREE;
                        }
                        OwnFiles.createDirectories(to.resolve(from.relativize(path)));
                        return from.equals(path.getParent()) && EMPTY.contains(name)
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path path, BasicFileAttributes is)
                            throws IOException {
                        String name = path.getFileName().toString();
                        if (!LEFT_OUT.contains(name) && !TEMPORARY.matcher(name).matches()) {
                            copy(path, to.resolve(from.relativize(path)));
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path path, IOException e)
                            throws IOException {
                        if (e instanceof NoSuchFileException) {
                            return FileVisitResult.CONTINUE; // dropped meanwhile: the log knows
                        }
                        throw e;
                    }
                });
    }

    private void copyLog(Path from, Path to, String first, String last) throws IOException {
        List<Path> segments;
        try (Stream<Path> files = Files.list(from)) {
            segments =
                    files.filter(
                                    file -> {
                                        String name = file.getFileName().toString();
                                        return SEGMENT.matcher(name).matches()
                                                && name.compareTo(first) >= 0
                                                && name.compareTo(last) <= 0;
                                    })
                            .sorted()
                            .toList();
        }
        if (segments.isEmpty() || !segments.getFirst().endsWith(first)) {
            throw new IOException("the log of PostgreSQL lacks " + first);
        }
        for (Path segment : segments) {
            copy(segment, to.resolve(segment.getFileName()));
        }
    }

    private void copyOwnFiles() throws IOException {
        for (String name : OWN_FILES) {
            copy(data.resolve(name), part.resolve(name));
        }
        if (Files.isDirectory(data.resolve(PROVIDER))) {
            copyTree(data.resolve(PROVIDER), part.resolve(PROVIDER));
        }
    }

    private void copy(Path from, Path to) throws IOException {
        try (var in = Files.newInputStream(from);
                OutputStream out = OwnFiles.create(to, false)) {
            FileSums.Sum sum = new FileSums.Sum();
            sum.copy(in, out);
            sums.put(part.relativize(to).toString(), sum.hex());
        } catch (NoSuchFileException e) {
            if (Files.exists(from)) {
                throw e;
            }
        }
    }

    private void write(Path to, String content) throws IOException {
        OwnFiles.write(to, content);
        sums.put(part.relativize(to).toString(), FileSums.of(to));
    }

    private Made seal() throws IOException {
        StringBuilder lines = new StringBuilder();
        long bytes = 0;
        for (Map.Entry<String, String> sum : sums.entrySet()) {
            lines.append(sum.getValue()).append("  ").append(sum.getKey()).append('\n');
            bytes += Files.size(part.resolve(sum.getKey()));
        }
        OwnFiles.write(part.resolve(SUMS), lines.toString());
        return new Made(sums.size(), bytes);
    }
}
