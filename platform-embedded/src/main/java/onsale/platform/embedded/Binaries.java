package onsale.platform.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import onsale.platform.StartFailure;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;

/**
 * Unpacks the servers, which are published as jars, once per version and directory. Several
 * processes may do it at once: each unpacks into a directory of its own, and the first rename wins.
 */
final class Binaries {

    private static final String POSTGRES = "18.6.0";
    private static final String REDIS = "7.0.15";

    private Binaries() {}

    /** The directory with {@code bin/postgres} and {@code bin/initdb}. */
    static Path postgres(Path cache) {
        Platform platform = Platform.current();
        return unpackOnce(
                cache,
                "onsale-postgres-" + POSTGRES + "-" + platform,
                target -> untar(open("postgres-" + platform.postgresName() + ".txz"), target));
    }

    static Path redisServer(Path cache) {
        Platform platform = Platform.current();
        Path directory =
                unpackOnce(
                        cache,
                        "onsale-redis-" + REDIS + "-" + platform,
                        target -> {
                            Path file = target.resolve("redis-server");
                            try (InputStream in =
                                            open(
                                                    "redis-server-"
                                                            + REDIS
                                                            + "-"
                                                            + platform.redisName());
                                    OutputStream out = OwnFiles.create(file, true)) {
                                in.transferTo(out);
                            }
                        });
        return directory.resolve("redis-server");
    }

    private interface Unpacking {
        void into(Path target) throws IOException;
    }

    private static Path unpackOnce(Path cache, String name, Unpacking unpacking) {
        Path directory = cache.resolve(name);
        try {
            OwnFiles.createDirectories(cache);
            if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
                return trusted(directory);
            }
            Path aside = OwnFiles.temporaryDirectory(cache, "unpack");
            try {
                unpacking.into(aside);
                Files.move(aside, directory, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                Trees.delete(aside);
                if (!Files.isDirectory(directory)) {
                    throw e; // no other process has unpacked it either
                }
            }
            return trusted(directory);
        } catch (IOException e) {
            throw new StartFailure(
                    "Cannot unpack the embedded servers into %s (%s): is the disk full or read-only?"
                            .formatted(directory, e.getMessage()),
                    e);
        }
    }

    /** Refuses a directory to which others can write, because we run what is in it. */
    private static Path trusted(Path directory) throws IOException {
        if (!OwnFiles.isOursAlone(directory)) {
            throw new StartFailure(
                    "Somebody else may have changed the embedded servers in %s: it, or the directory around it, is a link, has another owner or is open to others. Remove it or close it (chmod 700)."
                            .formatted(directory));
        }
        return directory;
    }

    private static void untar(InputStream packed, Path target) throws IOException {
        try (var tar =
                new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(packed)))) {
            @Nullable TarArchiveEntry entry;
            while ((entry = tar.getNextEntry()) != null) {
                Path file = target.resolve(entry.getName()).normalize();
                if (!file.startsWith(target)) {
                    throw new IOException("archive entry outside its directory: " + file);
                }
                if (entry.isDirectory()) {
                    OwnFiles.createDirectories(file);
                    continue;
                }
                OwnFiles.createParent(file);
                if (entry.isSymbolicLink()) {
                    link(file, entry.getLinkName());
                } else {
                    Files.deleteIfExists(file);
                    try (OutputStream out = OwnFiles.create(file, (entry.getMode() & 0100) != 0)) {
                        tar.transferTo(out);
                    }
                }
            }
        }
    }

    private static void link(Path file, String to) throws IOException {
        try {
            Files.createSymbolicLink(file, Path.of(to));
        } catch (FileAlreadyExistsException e) {
            Files.delete(file);
            Files.createSymbolicLink(file, Path.of(to));
        }
    }

    private static InputStream open(String resource) {
        @Nullable InputStream in = Binaries.class.getResourceAsStream("/" + resource);
        if (in == null) {
            throw Platform.unsupported();
        }
        return in;
    }

    /** The operating system and architecture, as the jars name them. */
    record Platform(String os, String arch) {

        static Platform current() {
            String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
            return new Platform(
                    os.startsWith("linux") ? "linux" : os.startsWith("mac") ? "darwin" : os,
                    switch (System.getProperty("os.arch", "")) {
                        case "amd64", "x86_64" -> "amd64";
                        case "aarch64", "arm64" -> "arm64";
                        case String other -> other;
                    });
        }

        static StartFailure unsupported() {
            return new StartFailure(
                    "There are no embedded servers for %s: configure onsale.postgres.url, onsale.redis.url and onsale.kafka.bootstrap-servers."
                            .formatted(current()));
        }

        String postgresName() {
            return os + "-" + (arch.equals("amd64") ? "x86_64" : "arm_64");
        }

        String redisName() {
            return toString();
        }

        @Override
        public String toString() {
            return os + "-" + arch;
        }
    }
}
