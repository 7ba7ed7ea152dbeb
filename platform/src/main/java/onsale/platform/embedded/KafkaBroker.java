package onsale.platform.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.Kafka;
import kafka.tools.StorageTool;

/** Main class of the child JVM: formats the log directory once, then runs the broker. */
final class KafkaBroker {

    private KafkaBroker() {}

    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[0]);
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        Path data = Path.of(properties.getProperty("log.dirs"));
        if (!Files.exists(data.resolve("meta.properties"))) {
            String[] format = {
                "format", "-t", org.apache.kafka.common.Uuid.randomUuid().toString(), "-c", args[0]
            };
            int status = StorageTool.execute(format, System.out);
            if (status != 0) {
                System.exit(status);
            }
        }
        Kafka.main(args);
    }
}
