package onsale.platform.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import onsale.platform.db.ContextSchema;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.SelfJvm;
import onsale.platform.settings.Secret;
import onsale.testkit.Stores;

/** A process that takes a job and never finishes it, to be killed. */
final class JobHolder {

    private JobHolder() {}

    static Process start(Stores stores, ContextSchema schema, Duration lease, Path marker)
            throws Exception {
        List<String> line = SelfJvm.command(List.of("-Xmx64m"), JobHolder.class.getName());
        PostgresSettings postgres = stores.postgresSettings();
        line.addAll(
                List.of(
                        postgres.url(),
                        schema.schema(),
                        schema.role(),
                        Long.toString(lease.toMillis()),
                        marker.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(line)
                        .redirectErrorStream(true)
                        .redirectOutput(Path.of(marker + ".log").toFile());
        builder.environment().put("JOB_HOLDER_SECRET", stores.secret().value());
        return builder.start();
    }

    public static void main(String[] args) throws Exception {
        PostgresSettings postgres =
                new PostgresSettings(
                        args[0],
                        0,
                        "",
                        Secret.NONE,
                        Map.of(),
                        2,
                        1,
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(60));
        Secret secret = new Secret(System.getenv("JOB_HOLDER_SECRET"));
        ContextSchema schema = new ContextSchema(args[1], args[2]);
        Jobs jobs = new Jobs(new Databases(postgres, secret).open(schema));
        jobs.every(
                "killed",
                Duration.ofHours(1),
                Duration.ofMillis(Long.parseLong(args[3])),
                lease -> {
                    Files.writeString(Path.of(args[4]), "running");
                    Thread.currentThread().join();
                });
        Thread.currentThread().join();
    }
}
