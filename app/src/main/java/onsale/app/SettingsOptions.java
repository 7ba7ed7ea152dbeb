package onsale.app;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import onsale.platform.StartFailure;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options by which any setting can be given; shared by the commands that need settings. */
final class SettingsOptions {

    @Option(names = "--config", paramLabel = "FILE", description = "A settings file (YAML).")
    @Nullable Path file;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "Any setting, e.g. --set onsale.postgres.pool-max=8.")
    Map<String, String> given = new LinkedHashMap<>();

    Map<String, Object> asProperties() {
        Map<String, Object> properties = new HashMap<>(given);
        if (file != null) {
            if (!Files.isReadable(file)) {
                throw new StartFailure("The settings file " + file + " cannot be read.");
            }
            properties.put("spring.config.additional-location", "file:" + file.toAbsolutePath());
        }
        return properties;
    }
}
