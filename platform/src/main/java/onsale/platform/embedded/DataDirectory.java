package onsale.platform.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;

/**
 * Everything an instance keeps, under one directory: server data, logs, the secret its passwords
 * and keys derive from. A file lock gives it to one process at a time and vanishes with it.
 */
public final class DataDirectory implements AutoCloseable {

    private static final String FORMAT = "onsale-data 1";
    private static final long FREE_BYTES_MIN = 256L << 20;

    private final Path path;
    private final FileChannel lockFile;

    private DataDirectory(Path path, FileChannel lockFile) {
        this.path = path;
        this.lockFile = lockFile;
    }

    public static DataDirectory open(Path directory) {
        Path path = directory.toAbsolutePath().normalize();
        try {
            Files.createDirectories(path);
        } catch (IOException e) {
            throw new StartFailure(
                    "Cannot create the data directory %s: choose another with --data-dir."
                            .formatted(path),
                    e);
        }
        FileChannel lockFile = lock(path);
        try {
            checkFormat(path);
            checkSpace(path);
            return new DataDirectory(path, lockFile);
        } catch (IOException e) {
            close(lockFile);
            throw notWritable(path, e);
        } catch (RuntimeException e) {
            close(lockFile);
            throw e;
        }
    }

    public Path path() {
        return path;
    }

    /** Created on first use and kept; whoever reads it can derive every embedded password. */
    public Secret secret() {
        Path file = path.resolve("secret.key");
        try {
            if (!Files.exists(file)) {
                byte[] random = new byte[32];
                new SecureRandom().nextBytes(random);
                writeOnce(file, Base64.getEncoder().encodeToString(random));
            }
            return new Secret(Files.readString(file).strip());
        } catch (IOException e) {
            throw notWritable(path, e);
        }
    }

    /** For the owner's eyes only; what was there before is replaced. */
    public Path write(String name, String content) {
        Path file = path.resolve(name);
        try {
            writeOnce(file, content);
        } catch (IOException e) {
            throw notWritable(path, e);
        }
        return file;
    }

    static void writeOnce(Path file, String content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        Files.createFile(
                fresh,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void close() {
        close(lockFile);
    }

    private static FileChannel lock(Path path) {
        FileChannel channel;
        try {
            channel =
                    FileChannel.open(
                            path.resolve("lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw notWritable(path, e);
        }
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (IOException | OverlappingFileLockException e) {
            // not ours to have
        }
        if (lock == null) {
            close(channel);
            throw new StartFailure(
                    "Another Onsale uses the data directory %s: stop it or choose another with --data-dir."
                            .formatted(path));
        }
        return channel;
    }

    private static void checkFormat(Path path) throws IOException {
        Path format = path.resolve("format");
        if (!Files.exists(format)) {
            writeOnce(format, FORMAT + "\n");
            return;
        }
        String found = Files.readString(format).strip();
        if (!found.equals(FORMAT)) {
            throw new StartFailure(
                    "The data directory %s is of another version (%s, this one writes %s): choose another with --data-dir."
                            .formatted(path, found, FORMAT));
        }
    }

    private static void checkSpace(Path path) throws IOException {
        long free = Files.getFileStore(path).getUsableSpace();
        if (free < FREE_BYTES_MIN) {
            throw new StartFailure(
                    "The disk of %s is full (%d MiB free, %d needed): make room or choose another with --data-dir."
                            .formatted(path, free >> 20, FREE_BYTES_MIN >> 20));
        }
    }

    private static StartFailure notWritable(Path path, IOException cause) {
        return new StartFailure(
                "The data directory %s is not writable: mend its permissions or choose another with --data-dir."
                        .formatted(path),
                cause);
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // the lock goes with the process at the latest
        }
    }
}
