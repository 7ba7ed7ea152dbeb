package onsale.portone;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;

/**
 * An append-only file of changes, one JSON line each, whole or not at all. A line is with the
 * operating system before its request is answered, so killing the process loses nothing; it is
 * forced to the disk each second and at the end, so a power cut may lose the last second. When the
 * file has grown far beyond what it describes, it is written anew.
 */
final class Journal implements AutoCloseable {

    /** One change: what is now remembered, and what is forgotten. */
    record Line(List<Item> put, List<Reference> drop) {}

    record Reference(String kind, String key) {}

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
            Files.createDirectories(directory);
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
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        channel.truncate(good);
        channel.position(good);
        Journal journal = new Journal(file, lockFile, channel);
        journal.forcer.start();
        return journal;
    }

    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        @Nullable FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // held by this very process
        }
        if (lock == null) {
            channel.close();
            throw new IOException("another simulator uses " + file.getParent());
        }
        return channel;
    }

    /** Returns the length of what is whole; a line cut off by a crash was never answered for. */
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
            lengthWhenWritten = length; // tried again when it has grown as much again
            log.warn("The journal cannot be written anew", e);
        }
    }

    private void replaceBy(Iterable<Line> everything) throws IOException {
        Path fresh = file.resolveSibling("journal.new");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(fresh), 1 << 16)) {
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

    /** Never interrupted: that would close the file under the next writer. */
    private void forceForever() {
        try {
            while (!closing.await(FORCE_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                try {
                    force();
                } catch (ClosedChannelException e) {
                    // written anew meanwhile, which forces it
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
