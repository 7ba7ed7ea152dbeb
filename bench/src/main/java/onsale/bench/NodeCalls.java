package onsale.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.db.PostgresSettings;
import onsale.platform.embedded.Ports;
import onsale.reservation.ReservationModule;
import onsale.user.UserModule;

/**
 * Measures ordinary requests to a node: reading an account compared with a bare handler with the
 * same statement, and holding two seats compared with a hold without HTTP plus that handler.
 *
 * <p>All CPU of the measured process counts, whatever it does meanwhile; that of PostgreSQL, Redis
 * and Kafka does not. A hold ends when its message is published: that work of the relay counts on
 * both sides. The node has the two roles that take part, because the others would do work of their
 * own for each message.
 */
final class NodeCalls {

    private static final String ROLES = "user,reservation";
    private static final int FANS = 500;
    private static final int HOLDS_PER_SECOND_MAX = 1_500;

    /** Seats for all rounds, because held seats stay held. */
    private static final int HALLS =
            Math.ceilDiv(
                    (FrontBench.WARM_SECONDS + (FrontBench.ROUNDS + 1) * FrontBench.SLICE_SECONDS)
                            * HOLDS_PER_SECOND_MAX,
                    Requests.SEATS / 2);

    /** As many as a node runs at once: more would measure the wait for the connection pool. */
    private static final int CONNECTIONS = 16;

    private final BenchServers servers;
    private final Database reservations;

    private NodeCalls(BenchServers servers, Database reservations) {
        this.servers = servers;
        this.reservations = reservations;
    }

    static List<Result> measure() throws IOException, InterruptedException {
        try (BenchServers servers = BenchServers.start()) {
            Databases databases = servers.databases();
            databases.bootstrap(List.of(ReservationModule.SCHEMA));
            try (Database reservations = databases.open(ReservationModule.SCHEMA)) {
                return new NodeCalls(servers, reservations).byTurns();
            }
        }
    }

    private List<Result> byTurns() throws IOException, InterruptedException {
        int port = Ports.free();
        int virtualPort = Ports.free();
        int platformPort = Ports.free();
        Path fans = fans(servers);
        try (Child node = Child.command(List.of(), servers.node(port, ROLES, Map.of()));
                Child virtual = bare(virtualPort, true);
                Child platform = bare(platformPort, false);
                Child rig = Child.start(HoldProcess.class);
                Child load = Child.start(LoadProcess.class, fans.toString())) {
            Ask hold = new Ask("hold", port, halls(port), CONNECTIONS);
            Side onNode = Side.asked(load, node::cpuMicros, me(port, CONNECTIONS));
            Side onVirtual = Side.asked(load, virtual::cpuMicros, me(virtualPort, CONNECTIONS));
            Side onPlatform = Side.asked(load, platform::cpuMicros, me(platformPort, CONNECTIONS));
            Side overHttp = new Side(millis -> hold(load, node, hold, millis));
            Side inProcess = new Side(millis -> hold(rig, millis));
            Side.measure(
                    FrontBench.WARM_SECONDS,
                    FrontBench.SLICE_SECONDS,
                    FrontBench.ROUNDS,
                    List.of(onNode, onVirtual, onPlatform, overHttp, inProcess));
            rig.finish();
            List<Result> results = new ArrayList<>(accounts(onNode, onVirtual, onPlatform));
            results.addAll(holds(overHttp, inProcess, better(onVirtual, onPlatform)));
            return results;
        }
    }

    /** Writes a file with the tokens of fans who have accounts. */
    static Path fans(BenchServers servers) throws IOException {
        Databases databases = servers.databases();
        databases.bootstrap(List.of(UserModule.SCHEMA));
        try (Database users = databases.open(UserModule.SCHEMA)) {
            return Files.write(
                    servers.home().resolve("fans"),
                    new UserRig(users, servers.secret()).fans(FANS));
        }
    }

    static Ask me(int port, int connections) {
        return new Ask("me", port, "/api/users/me", connections);
    }

    private Child bare(int port, boolean virtualThreads) {
        PostgresSettings postgres = servers.postgres();
        return Child.start(
                BareMvcProcess.class,
                "" + port,
                "" + virtualThreads,
                postgres.url(),
                postgres.adminUser(),
                postgres.adminPassword().value());
    }

    private String halls(int port) throws IOException, InterruptedException {
        List<UUID> halls = new ArrayList<>();
        for (int i = 0; i < HALLS; i++) {
            halls.add(OnSale.put(servers, Requests.SEATS, port));
        }
        return halls.stream().map(UUID::toString).collect(Collectors.joining(","));
    }

    private Side.Slice hold(Child load, Child node, Ask ask, long millis) {
        return Side.measured(
                node::cpuMicros,
                Cpu.NONE,
                () -> {
                    Load answered = Load.of(load.ask(ask.command(millis, 0)));
                    OnSale.awaitPublished(reservations);
                    return answered;
                });
    }

    private static Side.Slice hold(Child rig, long millis) {
        String answer = rig.ask(CONNECTIONS + " " + millis);
        double cpuMicros = Double.parseDouble(answer.substring(answer.lastIndexOf(' ') + 1));
        return new Side.Slice(Load.of(answer), millis / 1e3, cpuMicros, 0);
    }

    private static Side better(Side one, Side other) {
        return Stream.of(one, other)
                .min((a, b) -> Double.compare(a.cpu.median(), b.cpu.median()))
                .orElseThrow();
    }

    private static List<Result> accounts(Side node, Side virtual, Side platform) {
        return List.of(
                Result.printed(
                        FrontBench.NAME,
                        "account, bare MVC, virtual threads, CPU",
                        virtual.cpu,
                        "µs"),
                Result.printed(
                        FrontBench.NAME,
                        "account, bare MVC, platform threads, CPU",
                        platform.cpu,
                        "µs"),
                Result.printed(FrontBench.NAME, "account, node, CPU", node.cpu, "µs"),
                Result.printed(
                                FrontBench.NAME,
                                "account, CPU of the node / of the better",
                                node.cpu.dividedBy(better(virtual, platform).cpu),
                                "×")
                        .valueAtMost(1.5),
                Result.printed(
                        FrontBench.NAME, "account, bare, virtual, rate", virtual.rate, "req/s"),
                Result.printed(
                        FrontBench.NAME, "account, bare, platform, rate", platform.rate, "req/s"),
                Result.printed(FrontBench.NAME, "account, node, rate", node.rate, "req/s"),
                Result.printed(FrontBench.NAME, "account, node, p99", node.p99, "ms")
                        .against("the better", better(virtual, platform).p99.median()));
    }

    private static List<Result> holds(Side overHttp, Side inProcess, Side bare) {
        Rounds sum = inProcess.cpu.plus(bare.cpu);
        return List.of(
                Result.printed(FrontBench.NAME, "2-seat hold in process, CPU", inProcess.cpu, "µs"),
                Result.printed(
                        FrontBench.NAME, "with the bare handler of accounts, CPU", sum, "µs"),
                Result.printed(
                        FrontBench.NAME,
                        "2-seat hold over HTTP, CPU of the node",
                        overHttp.cpu,
                        "µs"),
                Result.printed(
                                FrontBench.NAME,
                                "2-seat hold, CPU over HTTP / of that sum",
                                overHttp.cpu.dividedBy(sum),
                                "×")
                        .valueAtMost(2),
                Result.printed(
                        FrontBench.NAME, "2-seat hold in process, rate", inProcess.rate, "1/s"),
                Result.printed(
                        FrontBench.NAME, "2-seat hold over HTTP, rate", overHttp.rate, "1/s"),
                Result.printed(FrontBench.NAME, "2-seat hold over HTTP, p99", overHttp.p99, "ms"));
    }
}
