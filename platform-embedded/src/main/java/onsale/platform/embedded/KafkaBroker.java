package onsale.platform.embedded;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** The main class of the broker's JVM: formats the log directory once, then runs the broker. */
final class KafkaBroker {

    /** System property that names the broker's configuration file. */
    static final String PROPERTIES = "onsale.kafka.properties";

    /** The property in that file with the credentials of a new cluster. */
    private static final String SCRAM = "onsale.scram";

    private KafkaBroker() {}

    public static void main(String[] args) throws Exception {
        Path file = Path.of(System.getProperty(PROPERTIES, ""));
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        Path data = Path.of(properties.getProperty("log.dirs"));
        if (!Files.exists(data.resolve("meta.properties"))) {
            String[] format = {
                "format",
                "-t",
                Uuid.randomUuid().toString(),
                "-c",
                file.toString(),
                "--add-scram",
                properties.getProperty(SCRAM)
            };
            int status = StorageTool.execute(format, System.out);
            if (status != 0) {
                System.exit(status);
            }
        }
        Kafka.main(new String[] {file.toString()});
    }
}
