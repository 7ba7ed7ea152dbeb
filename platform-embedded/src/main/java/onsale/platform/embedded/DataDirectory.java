package onsale.platform.embedded;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import onsale.platform.StartFailure;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;

/**
 * The directory in which an instance keeps everything: server data, logs, and the secret that
 * passwords and keys are derived from. A file lock allows one process at a time and ends with it.
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
        return openUnlessInUse(directory)
                .orElseThrow(() ->
                        new StartFailure(
                                "Another Onsale uses the data directory %s: stop it or choose another with --data-dir."
                                        .formatted(directory.toAbsolutePath().normalize())));
    }

    /** Opens the directory; empty if another process uses it. */
    public static Optional<DataDirectory> openUnlessInUse(Path directory) {
        Path path = directory.toAbsolutePath().normalize();
        try {
            OwnFiles.createDirectories(path);
        } catch (IOException e) {
            throw new StartFailure(
                    "Cannot create the data directory %s: choose another with --data-dir."
                            .formatted(path),
                    e);
        }
        @Nullable FileChannel lockFile = lock(path);
        if (lockFile == null) {
            return Optional.empty();
        }
        try {
            checkFormat(path);
            checkSpace(path);
            return Optional.of(new DataDirectory(path, lockFile));
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

    /** The secret, created on first use. All passwords of the embedded servers derive from it. */
    public Secret secret() {
        Path file = path.resolve("secret.key");
        try {
            if (!Files.exists(file)) {
                byte[] random = new byte[32];
                new SecureRandom().nextBytes(random);
                OwnFiles.write(file, Base64.getEncoder().encodeToString(random));
            } else if (OwnFiles.isReadableByOthers(file)) {
                throw new StartFailure(
                        "Others may have read %s, from which all keys derive: close it with chmod 600 if nobody has, else choose another with --data-dir."
                                .formatted(file));
            }
            return new Secret(Files.readString(file).strip());
        } catch (IOException e) {
            throw notWritable(path, e);
        }
    }

    /** Writes a file that only its owner can read, and replaces an existing one. */
    public Path write(String name, String content) {
        Path file = path.resolve(name);
        try {
            OwnFiles.write(file, content);
        } catch (IOException e) {
            throw notWritable(path, e);
        }
        return file;
    }

    @Override
    public void close() {
        close(lockFile);
    }

    private static @Nullable FileChannel lock(Path path) {
        FileChannel channel;
        try {
            channel = OwnFiles.openForWriting(path.resolve("lock"));
        } catch (IOException e) {
            throw notWritable(path, e);
        }
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (IOException | OverlappingFileLockException e) {
            // another process, or another part of this one, has it
        }
        if (lock == null) {
            close(channel);
            return null;
        }
        return channel;
    }

    private static void checkFormat(Path path) throws IOException {
        Path format = path.resolve("format");
        if (!Files.exists(format)) {
            OwnFiles.write(format, FORMAT + "\n");
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
            // the lock ends with the process at the latest
        }
    }
}
