package onsale.platform.embedded;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Files and directories that only their owner can open, whatever the umask. They are created with
 * these permissions, so others can open them at no time.
 */
public final class OwnFiles {

    private static final Set<PosixFilePermission> OWNER_READS =
            PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OWNER_ENTERS =
            PosixFilePermissions.fromString("rwx------");

    private static final int OTHERS_WRITE = 0022;
    private static final int OTHERS_ANYTHING = 0077;
    private static final int STICKY = 01000;
    private static final int ROOT = 0;

    private OwnFiles() {}

    /** Creates the directory and its missing parents. Existing ones are left as they are. */
    public static Path createDirectories(Path directory) throws IOException {
        return Files.createDirectories(directory, attribute(OWNER_ENTERS));
    }

    /** Creates the directory, or takes the permissions of others away from an existing one. */
    static Path directory(Path directory) throws IOException {
        createDirectories(directory);
        if (!Files.getPosixFilePermissions(directory).equals(OWNER_ENTERS)) {
            Files.setPosixFilePermissions(directory, OWNER_ENTERS); // made by an earlier version
        }
        return directory;
    }

    static void createParent(Path file) throws IOException {
        @Nullable Path parent = file.getParent();
        if (parent != null) {
            createDirectories(parent);
        }
    }

    /** Replaces the file atomically, and returns when the content is on the disk. */
    public static void write(Path file, String content) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try (FileChannel channel = FileChannel.open(fresh, forNew(), attribute(OWNER_READS))) {
            channel.write(ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Creates the file unless it exists, for example for the output of a process. */
    static void ensureExists(Path file) throws IOException {
        try {
            Files.createFile(file, attribute(OWNER_READS));
        } catch (FileAlreadyExistsException e) {
            // as wanted
        }
    }

    static FileChannel openForWriting(Path file) throws IOException {
        return FileChannel.open(
                file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                attribute(OWNER_READS));
    }

    static OutputStream create(Path file, boolean executable) throws IOException {
        return Channels.newOutputStream(
                FileChannel.open(
                        file, forNew(), attribute(executable ? OWNER_ENTERS : OWNER_READS)));
    }

    static Path temporaryDirectory(Path parent, String prefix) throws IOException {
        return Files.createTempDirectory(parent, prefix, attribute(OWNER_ENTERS));
    }

    static boolean isReadableByOthers(Path file) throws IOException {
        return (mode(file) & OTHERS_ANYTHING) != 0;
    }

    /**
     * Whether only we can have written what is in the directory: it is no link, we own it, others
     * may not enter it, and others may not replace it.
     */
    static boolean isOursAlone(Path directory) throws IOException {
        @Nullable Path parent = directory.toAbsolutePath().getParent();
        return isDirectory(directory)
                && owner(directory) == ourselves()
                && (mode(directory) & OTHERS_ANYTHING) == 0
                && parent != null
                && isDirectory(parent)
                && (owner(parent) == ourselves() || owner(parent) == ROOT)
                && ((mode(parent) & OTHERS_WRITE) == 0 || (mode(parent) & STICKY) != 0);
    }

    private static boolean isDirectory(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    private static int mode(Path path) throws IOException {
        return attribute(path, "mode");
    }

    private static long owner(Path path) throws IOException {
        return attribute(path, "uid");
    }

    private static int attribute(Path path, String name) throws IOException {
        Map<String, Object> read =
                Files.readAttributes(path, "unix:" + name, LinkOption.NOFOLLOW_LINKS);
        return (Integer) Objects.requireNonNull(read.get(name));
    }

    private static long ourselves() {
        return new UnixSystem().getUid();
    }

    private static Set<? extends OpenOption> forNew() {
        return Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private static FileAttribute<Set<PosixFilePermission>> attribute(
            Set<PosixFilePermission> permissions) {
        return PosixFilePermissions.asFileAttribute(permissions);
    }
}
