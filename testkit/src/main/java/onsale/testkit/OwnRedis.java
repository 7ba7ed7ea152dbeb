package onsale.testkit;

import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.embedded.RedisServer;
import onsale.platform.embedded.Trees;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A Redis for one test class, which may disturb it and make it lose data in every realistic way.
 * Much cheaper than {@link Stores#own()}.
 */
public final class OwnRedis implements BeforeAllCallback, AfterAllCallback {

    private final List<AutoCloseable> opened = new ArrayList<>();
    private @Nullable DataDirectory directory;
    private @Nullable RedisServer server;
    private int copies;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        directory = DataDirectory.open(Files.createTempDirectory("onsale-redis-"));
        EmbeddedServers servers =
                EmbeddedServers.start(
                        directory,
                        cache(),
                        new EmbeddedServers.Wanted(false, 0, true, 0, false, 0, 0));
        opened.add(servers);
        server = servers.redis();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        for (AutoCloseable resource : opened.reversed()) {
            resource.close();
        }
        directory().close();
        Trees.delete(directory().path());
    }

    /** Where unpacked servers are kept between test runs. */
    public static Path cache() {
        return Path.of(System.getProperty("testkit.cache", System.getProperty("java.io.tmpdir")));
    }

    /** The running server; {@link #replaceByEmpty} replaces it. */
    public RedisServer server() {
        if (server == null) {
            throw new IllegalStateException("use @RegisterExtension static");
        }
        return server;
    }

    public RedisSettings settings() {
        return new RedisSettings(new Secret(server().url()), 0, Duration.ofSeconds(2));
    }

    public Redis connect() {
        return closing(new Redis(settings()));
    }

    /** Registers something to be closed after the last test of the class, in reverse order. */
    public <T extends AutoCloseable> T closing(T resource) {
        opened.add(resource);
        return resource;
    }

    /** Creates a directory for another server or copy. */
    public Path emptyDirectory() {
        return directory().path().resolve("extra" + ++copies);
    }

    /**
     * Waits until everything acknowledged so far is in the files. While the disk is slow, Redis
     * replies first and writes up to two seconds later.
     */
    public void awaitWritten() {
        try (Redis redis = new Redis(settings())) {
            Wait.until(
                    "Redis has written its file",
                    Duration.ofSeconds(10),
                    () -> redis.sync().info("persistence").contains("aof_buffer_length:0"));
        }
    }

    /** Copies the files, with everything acknowledged so far. */
    public Path copyOfData() throws IOException {
        awaitWritten();
        Path copy = emptyDirectory();
        Trees.copy(server().data(), copy);
        return copy;
    }

    /** Restarts from the copy: later writes are lost, as after a crash with a slow disk. */
    public static void restartFrom(RedisServer server, Path copy) throws IOException {
        server.kill();
        Trees.delete(server.data());
        Trees.copy(copy, server.data());
        server.start();
    }

    /** Fails over to an empty server at the same address. */
    public void replaceByEmpty() {
        server().kill();
        server = closing(server().replacement(emptyDirectory()));
        server.start();
    }

    /** Returns every key with its exact content and expiry, to see that nothing changed. */
    public static SortedMap<String, String> everything(RedisCommands<String, String> redis) {
        SortedMap<String, String> all = new TreeMap<>();
        ScanCursor at = ScanCursor.INITIAL;
        while (!at.isFinished()) {
            KeyScanCursor<String> page = redis.scan(at);
            for (String key : page.getKeys()) {
                all.put(
                        key,
                        HexFormat.of().formatHex(redis.dump(key))
                                + " until "
                                + redis.pexpiretime(key));
            }
            at = page;
        }
        return all;
    }

    private DataDirectory directory() {
        if (directory == null) {
            throw new IllegalStateException("use @RegisterExtension static");
        }
        return directory;
    }
}
