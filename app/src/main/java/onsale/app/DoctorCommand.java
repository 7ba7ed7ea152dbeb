package onsale.app;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.ops.Doctor;
import onsale.ops.OpsModule;
import onsale.platform.StartFailure;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.redis.Redis;
import onsale.platform.redis.RedisSettings;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The checklist of an operator. */
@Command(
        name = "doctor",
        description = {
            "Looks at servers, messages, jobs and integrity as one should each day, and says in"
                    + " plain words what needs somebody.",
            "Give the addresses of the platform with --config; those of an embedded one are in"
                    + " addresses.properties of its data directory. Exit code 1: there is something"
                    + " to look at."
        },
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {

    private static final int TIMEOUT_MILLIS = 5_000;
    private static final double FREE_MIN = 0.1;

    @Option(names = "--weekly", description = "Also what is looked at once a week.")
    boolean weekly;

    @Option(names = "--monthly", description = "Also what is looked at once a month.")
    boolean monthly;

    @Option(
            names = "--data-dir",
            description = "Also how full the disk of this directory is.",
            paramLabel = "DIRECTORY")
    @Nullable Path dataDir;

    @Mixin SettingsOptions settings = new SettingsOptions();

    @Spec CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        Settings known = Settings.load(settings.asProperties());
        PostgresSettings postgres = known.get(PostgresSettings.class);
        if (postgres.url().isEmpty()) {
            throw new StartFailure(
                    "Which platform? Give onsale.postgres.*, onsale.redis.url, onsale.kafka.* and onsale.secret with --config or --set.");
        }
        Doctor doctor = new Doctor(weekly, monthly);
        doctor.tryTo(
                "PostgreSQL",
                "Nothing can be sold without it: docs/runbooks/postgres.md",
                () -> postgres(known, doctor));
        doctor.tryTo(
                "Redis",
                "Nobody can enter a line, holds are slow: docs/runbooks/redis-failover.md",
                () -> redis(known.get(RedisSettings.class), doctor));
        doctor.tryTo(
                "Kafka",
                "Payments are confirmed late: docs/runbooks/messages.md",
                () -> kafka(known.get(KafkaSettings.class), doctor));
        disk(doctor);
        doctor.print(spec.commandLine().getOut());
        return doctor.isHealthy() ? 0 : 1;
    }

    private static void postgres(Settings known, Doctor doctor) {
        Databases databases =
                new Databases(
                        known.get(PostgresSettings.class),
                        known.get(ServerSettings.class).secret());
        try (Database reader = databases.reader();
                Database ops = databases.open(OpsModule.SCHEMA)) {
            doctor.examine(reader, ops);
        }
    }

    private static void redis(RedisSettings address, Doctor doctor) {
        try (Redis redis = new Redis(address)) {
            doctor.examine(redis);
        }
    }

    private static void kafka(KafkaSettings kafka, Doctor doctor) {
        Map<String, Object> impatient =
                Map.of(
                        AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        TIMEOUT_MILLIS,
                        AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                        TIMEOUT_MILLIS);
        try (Admin admin = Admin.create(kafka.clientWith(impatient))) {
            int brokers =
                    admin.describeCluster()
                            .nodes()
                            .get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
                            .size();
            doctor.judge(true, "Kafka", brokers + " broker" + (brokers == 1 ? "" : "s"), "");
        } catch (ExecutionException | TimeoutException e) {
            throw new KafkaException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(e);
        }
    }

    private void disk(Doctor doctor) {
        @Nullable Path directory = dataDir;
        if (directory == null) {
            return;
        }
        File file = directory.toFile();
        double free =
                file.getTotalSpace() == 0
                        ? 0
                        : (double) file.getUsableSpace() / file.getTotalSpace();
        doctor.judge(
                free >= FREE_MIN,
                "Disk",
                "%.0f %% of %s is free".formatted(free * 100, directory),
                "Make room before PostgreSQL stops: docs/runbooks/disk-full.md");
    }
}
