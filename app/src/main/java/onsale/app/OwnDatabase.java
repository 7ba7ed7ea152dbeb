package onsale.app;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.DataDirectory;
import onsale.platform.embedded.EmbeddedServers;
import onsale.platform.settings.Secret;
import org.jspecify.annotations.Nullable;

/**
 * The database that a command of the operator works on: that of the settings, or the embedded one
 * of a data directory, which is started for the command if no process uses it.
 */
final class OwnDatabase {

    private OwnDatabase() {}

    /**
     * Runs the work with settings that name a database which answers.
     *
     * @param given on the command line
     */
    static <T> T with(
            Map<String, Object> given, @Nullable Path dataDir, Function<Settings, T> work) {
        if (dataDir != null) {
            given.put("onsale.data-dir", dataDir.toString());
        }
        Settings settings = Settings.load(given);
        if (!settings.get(PostgresSettings.class).url().isEmpty()) {
            return work.apply(settings);
        }
        Path directory = settings.get(ServerSettings.class).dataDir();
        Optional<DataDirectory> free = DataDirectory.openUnlessInUse(directory);
        if (free.isEmpty()) { // then its process has written down where the servers are
            given.put(
                    "spring.config.import",
                    "file:" + directory.resolve(EmbeddedSettings.FILE).toAbsolutePath());
            return work.apply(Settings.load(given));
        }
        var postgresOnly = new EmbeddedServers.Wanted(true, 0, false, 0, false, 0, 0);
        try (DataDirectory mine = free.get();
                EmbeddedServers servers = EmbeddedServers.start(mine, postgresOnly)) {
            Secret secret = settings.get(ServerSettings.class).secret();
            Map<String, Object> all = new HashMap<>(given);
            all.putAll(EmbeddedSettings.of(servers, secret.isEmpty() ? mine.secret() : secret));
            return work.apply(Settings.load(all));
        }
    }
}
