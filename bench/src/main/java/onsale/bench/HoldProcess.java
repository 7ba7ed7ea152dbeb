package onsale.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import onsale.contracts.Topic;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.messaging.MessagingSettings;
import onsale.platform.messaging.Topics;
import onsale.platform.redis.Redis;
import onsale.reservation.ReservationModule;
import org.apache.kafka.clients.admin.Admin;
import org.springframework.boot.context.properties.bind.Binder;

/**
 * Holds without HTTP: the reservation context alone, with servers of its own. Messages are relayed
 * to Kafka as in a node. For {@code fans millis} it answers as {@link Crowd} does, and after that
 * the microseconds of CPU this process took until the last message was sent; emptying the hall
 * beforehand is not counted.
 */
final class HoldProcess {

    private static final int TOPIC_PARTITIONS = 10;

    private HoldProcess() {}

    public static void main(String[] args) throws Exception {
        try (BenchServers servers = BenchServers.start()) {
            Databases databases = servers.databases();
            databases.bootstrap(List.of(ReservationModule.SCHEMA));
            try (Admin kafka = Admin.create(servers.kafka().clientWith(Map.of()))) {
                Topics.create(kafka, servers.kafka(), Topic.ALL, TOPIC_PARTITIONS);
            }
            MessagingSettings defaults =
                    new Binder().bindOrCreate("onsale.messaging", MessagingSettings.class);
            try (Database database = databases.open(ReservationModule.SCHEMA);
                    Redis redis = new Redis(servers.redis());
                    HoldRig rig =
                            new HoldRig(
                                    database, redis, servers.kafka(), defaults, servers.secret())) {
                rig.startMessages();
                serve(rig, database);
            }
        }
        System.exit(0);
    }

    private static void serve(HoldRig rig, Database database) throws Exception {
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.out.println("ready");
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] command = line.split(" ", -1);
            rig.reset();
            OnSale.awaitPublished(database);
            long before = cpuNanos();
            long end = System.nanoTime() + Long.parseLong(command[1]) * 1_000_000;
            String answer = Crowd.ask(Integer.parseInt(command[0]), _ -> hold(rig, end));
            OnSale.awaitPublished(database);
            System.out.println(answer + " " + (cpuNanos() - before) / 1_000);
        }
    }

    private static long[] hold(HoldRig rig, long end) {
        LongStream.Builder nanos = LongStream.builder();
        while (System.nanoTime() < end) {
            long start = System.nanoTime();
            rig.win();
            nanos.add(System.nanoTime() - start);
        }
        return nanos.build().toArray();
    }

    private static long cpuNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }
}
