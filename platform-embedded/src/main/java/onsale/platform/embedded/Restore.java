package onsale.platform.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import onsale.platform.StartFailure;

/**
 * Makes a data directory from a {@link Backup}, after it has checked every file. PostgreSQL does
 * the rest when it starts: it brings the files to the state at the end of the copy. Redis and Kafka
 * start empty, and the platform rebuilds what they had.
 */
public final class Restore {

    private static final int SUM_CHARS = 64;

    private Restore() {}

    /**
     * Restores into a directory that does not exist yet or is empty; returns the files restored.
     */
    public static int run(Path backup, Path dataDirectory) {
        Path from = backup.toAbsolutePath().normalize();
        Path to = dataDirectory.toAbsolutePath().normalize();
        try {
            if (!Files.isRegularFile(from.resolve(Backup.SUMS))) {
                throw new StartFailure(from + " is no backup: it has no " + Backup.SUMS + ".");
            }
            checkEmpty(to);
            int files = check(from);
            Path part = to.resolveSibling(to.getFileName() + ".part");
            Trees.delete(part);
            copy(from, part);
            Files.delete(part.resolve(Backup.SUMS));
            Files.deleteIfExists(to); // an empty directory
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
            return files;
        } catch (IOException e) {
            throw new StartFailure("The backup cannot be restored: " + e, e);
        }
    }

    /** With directories that only their owner enters, as PostgreSQL demands it. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Path copy = to.resolve(from.relativize(path));
                if (Files.isDirectory(path)) {
                    OwnFiles.createDirectories(copy);
                } else {
                    try (OutputStream out = OwnFiles.create(copy, false)) {
                        Files.copy(path, out);
                    }
                }
            }
        }
    }

    private static void checkEmpty(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.list(directory)) {
                if (files.findAny().isPresent()) {
                    throw new StartFailure(
                            directory
                                    + " has data already: choose another with --data-dir, or move it away.");
                }
            }
        }
    }

    private static int check(Path from) throws IOException {
        int files = 0;
        for (String line : Files.readAllLines(from.resolve(Backup.SUMS))) {
            Path file = from.resolve(line.substring(SUM_CHARS).strip()).normalize();
            if (!file.startsWith(from)
                    || !Files.isRegularFile(file)
                    || !FileSums.of(file).equals(line.substring(0, SUM_CHARS))) {
                throw new StartFailure(
                        "The backup is damaged: %s is missing or not as it was copied. Take another one."
                                .formatted(from.relativize(file)));
            }
            files++;
        }
        return files;
    }
}
