package onsale.portone;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * An append-only file of changes, one JSON line each, complete or absent. A line is handed to the
 * operating system before its request is answered, so killing the process loses nothing. The file
 * is synced every second and at the end, so a power failure may lose the last second. When the file
 * has grown far beyond the state it describes, it is rewritten.
 */
final class Journal implements AutoCloseable {

    /** One change: the items that are put, and those that are removed. */
    record Line(List<Item> put, List<Reference> drop) {}

    record Reference(String kind, String key) {}

    /** Only the owner may read it, whatever the umask: it holds names and payment data. */
    private static final FileAttribute<?> OWNERS_FILE =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private static final FileAttribute<?> OWNERS_DIRECTORY =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

    private static final Logger log = LoggerFactory.getLogger(Journal.class);
    private static final long BYTES_BEFORE_REWRITE = 64L << 20;
    private static final int GROWTH_BEFORE_REWRITE = 4;
    private static final long FORCE_EVERY_MILLIS = 1_000;

    private final Path file;
    private final FileChannel lockFile;
    private final Thread forcer;
    private volatile FileChannel channel;
    private long length;
    private long lengthWhenWritten;
    private volatile boolean dirty;
    private final CountDownLatch closing = new CountDownLatch(1);

    private Journal(Path file, FileChannel lockFile, FileChannel channel) throws IOException {
        this.file = file;
        this.lockFile = lockFile;
        this.channel = channel;
        this.length = channel.size();
        this.lengthWhenWritten = length;
        this.forcer = Thread.ofVirtual().name("portone-journal").unstarted(this::forceForever);
    }

    static Journal open(Path directory, Consumer<Line> replay) {
        try {
            Files.createDirectories(directory, OWNERS_DIRECTORY);
            FileChannel lockFile = lock(directory.resolve("lock"));
            try {
                return open(directory.resolve("journal"), lockFile, replay);
            } catch (IOException | RuntimeException e) {
                lockFile.close();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The journal in " + directory + " cannot be used", e);
        }
    }

    private static Journal open(Path file, FileChannel lockFile, Consumer<Line> replay)
            throws IOException {
        long good = Files.exists(file) ? read(file, replay) : 0;
        FileChannel channel = openForWriting(file);
        channel.truncate(good);
        channel.position(good);
        Journal journal = new Journal(file, lockFile, channel);
        journal.forcer.start();
        return journal;
    }

    private static FileChannel openForWriting(Path file) throws IOException {
        return FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OWNERS_FILE);
    }

    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel = openForWriting(file);
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // locked by this process
        }
        if (lock == null) {
            channel.close();
            throw new IOException("another simulator uses " + file.getParent());
        }
        return channel;
    }

    /** Returns the length of all complete lines; a line cut off by a crash was never confirmed. */
    private static long read(Path file, Consumer<Line> replay) throws IOException {
        long good = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int read = in.read(); read >= 0; read = in.read()) {
                if (read != '\n') {
                    line.write(read);
                    continue;
                }
                try {
                    replay.accept(Json.MAPPER.readValue(line.toByteArray(), Line.class));
                } catch (JacksonException e) {
                    throw new IOException("byte %d of %s is no change".formatted(good, file), e);
                }
                good += line.size() + 1;
                line.reset();
            }
        }
        return good;
    }

    /** Called under the state's lock; after a failure the file ends where it ended before. */
    void append(Line line) {
        try {
            long before = length;
            try {
                length += write(channel, bytes(line));
            } catch (IOException e) {
                length = before;
                channel.truncate(before);
                channel.position(before);
                throw e;
            }
            dirty = true;
        } catch (IOException e) {
            throw new UncheckedIOException("The journal cannot be written", e);
        }
    }

    boolean isOvergrown() {
        return length > BYTES_BEFORE_REWRITE && length > GROWTH_BEFORE_REWRITE * lengthWhenWritten;
    }

    /** Called under the state's lock with all it holds; the old file stays if this fails. */
    void rewrite(Iterable<Line> everything) {
        try {
            replaceBy(everything);
        } catch (IOException e) {
            lengthWhenWritten = length; // retried when it has grown as much again
            log.warn("The journal cannot be written anew", e);
        }
    }

    private void replaceBy(Iterable<Line> everything) throws IOException {
        Path fresh = file.resolveSibling("journal.new");
        Files.deleteIfExists(fresh);
        try (OutputStream out =
                new BufferedOutputStream(
                        Channels.newOutputStream(openForWriting(fresh)), 1 << 16)) {
            for (Line line : everything) {
                out.write(bytes(line));
            }
        }
        FileChannel next = FileChannel.open(fresh, StandardOpenOption.WRITE);
        next.force(true);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        channel.close();
        channel = next;
        length = next.size();
        lengthWhenWritten = length;
        next.position(length);
    }

    private static byte[] bytes(Line line) {
        byte[] json = Json.MAPPER.writeValueAsBytes(line);
        byte[] bytes = java.util.Arrays.copyOf(json, json.length + 1);
        bytes[json.length] = '\n';
        return bytes;
    }

    private static long write(FileChannel channel, byte[] bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        return bytes.length;
    }

    /** Must not be interrupted: that would close the file for the next writer. */
    private void forceForever() {
        try {
            while (!closing.await(FORCE_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                try {
                    force();
                } catch (ClosedChannelException e) {
                    // rewritten meanwhile, which syncs it
                } catch (IOException e) {
                    log.warn("The journal is not forced to the disk", e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void force() throws IOException {
        FileChannel current = channel;
        if (dirty && current.isOpen()) {
            dirty = false;
            current.force(false);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            forcer.join();
            force();
            channel.close();
            lockFile.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
