package onsale.rush;

import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import onsale.checker.CannotLook;
import onsale.checker.CheckResult;
import onsale.checker.Checker;
import onsale.checker.Evidence;
import onsale.checker.Sources;
import onsale.platform.StartFailure;
import onsale.platform.embedded.EmbeddedServer;
import onsale.rush.Organiser.FanAccount;
import onsale.rush.chaos.Fault;
import onsale.rush.chaos.Injector;
import onsale.rush.fan.Fan;
import onsale.rush.fan.House;
import onsale.rush.fan.Measures;
import onsale.rush.fan.Profile;
import onsale.rush.fan.Sale;
import onsale.rush.http.Balancer;
import onsale.rush.http.Http;
import onsale.rush.platform.Costs;
import onsale.rush.platform.Cpu;
import onsale.rush.platform.OwnPlatform;
import org.jspecify.annotations.Nullable;

/**
 * One rehearsal on a running platform: prepares the sale, lets the crowd in, injects faults, waits
 * until all messages had their effect, and checks the stores.
 */
final class Rehearsal {

    private static final int PROBE_FANS = 60;
    private static final int PROBE_SEATS = 600;
    private static final Duration FANS_END_WITHIN = Duration.ofMinutes(10);
    private static final Duration QUIET_BEFORE = Duration.ofSeconds(2);
    private static final int WARM_UP_READERS = 8;

    private final RushOptions options;
    private final Profile profile;
    private final List<Fault> plan;
    private final double stretch;
    private final PrintWriter out;

    Rehearsal(RushOptions options, PrintWriter out) {
        this.options = options;
        this.out = out;
        this.profile = Profile.load(options.profile());
        Duration arrivals = profile.arrivals();
        this.plan =
                Fault.plan(
                        options.chaos(),
                        options.nodes(),
                        arrivals.plusSeconds(10),
                        new SplittableRandom(options.seed()));
        // with a long plan fans arrive more slowly, so that every fault meets a crowd; a plan of
        // losses is for those who wait
        Duration last = plan.stream().map(Fault::at).max(Duration::compareTo).orElse(Duration.ZERO);
        this.stretch =
                options.chaos().equals("loss")
                        ? 1
                        : Math.max(1, (double) last.toMillis() / arrivals.toMillis());
    }

    boolean breaksThings() {
        return !plan.isEmpty();
    }

    /**
     * Where the rehearsal runs.
     *
     * @param sources for the checker; without them nothing is checked
     * @param platform null if it is not our own and must not be disturbed
     */
    record Stage(
            Http http,
            Balancer balancer,
            Organiser organiser,
            URI provider,
            String providerSecret,
            @Nullable Sources sources,
            @Nullable OwnPlatform platform) {}

    /** Runs the rehearsal and writes the report. */
    Result on(Stage stage, long began) throws InterruptedException {
        Organiser organiser = stage.organiser;
        @Nullable OwnPlatform platform = stage.platform;
        String schedule = schedule(organiser);
        boolean queued = organiser.schedule(schedule).path("queued").asBoolean();
        if (queued && options.schedule() == null) {
            organiser.waitingRoom(schedule, profile.inside(), profile.admittedPerSecond());
        }
        say("Creating %,d fans ...".formatted(options.fans()));
        List<FanAccount> fans = organiser.fans(options.fans());
        House house = organiser.house(schedule);

        if (platform != null) {
            warmUp(stage.balancer, schedule);
        }
        long start = System.nanoTime() + QUIET_BEFORE.toNanos();
        Measures measures = new Measures(start);
        Evidence evidence = new Evidence();
        @Nullable Injector injector =
                platform == null ? null : new Injector(platform, stage.http, start);
        Sale sale =
                new Sale(
                        stage.balancer,
                        stage.http,
                        schedule,
                        queued,
                        house,
                        profile,
                        measures,
                        stage.provider,
                        stage.providerSecret,
                        evidence,
                        injector == null ? () -> Instant.EPOCH : injector::lastTrouble);
        @Nullable LineWatch line =
                queued ? new LineWatch(organiser, schedule, evidence, start) : null;
        @Nullable Prober prober = platform == null ? null : prober(organiser, sale, start);
        if (platform != null) {
            Costs.begin(platform);
        }
        Cpu cpu = cpu(platform);
        Progress progress =
                new Progress(out, measures, cpu, options.fans(), house.count(), injector, start);
        say("The sale of %,d seats is open.".formatted(house.count()));
        Watchers watchers = new Watchers(progress, prober, line, injector);
        watchers.start(plan);
        letIn(fans, sale, start);
        Watched watched = watchers.stop(start);
        if (queued && options.schedule() == null) {
            organiser.pause(schedule); // fans who left silently are not called any more
        }

        List<Costs.Cost> costs = platform == null ? List.of() : Costs.top(platform);
        say("All fans have left. Waiting until all messages have had their effect ...");
        long settling = System.nanoTime();
        @Nullable CheckResult checked = judge(stage.sources, evidence);
        double settledSeconds = (System.nanoTime() - settling) / 1e9;
        Result result =
                new Result(
                        options,
                        profile,
                        stretch,
                        house.count(),
                        measures,
                        cpu,
                        watched.faults(),
                        watched.probes(),
                        watched.line(),
                        checked,
                        (start - began) / 1e9,
                        watched.saleSeconds(),
                        settledSeconds,
                        costs);
        Report.write(result, options.report());
        return result;
    }

    /** The schedule of the target, or one that is put on sale for this rehearsal. */
    private String schedule(Organiser organiser) {
        @Nullable String given = options.schedule();
        return given == null
                ? organiser.onSale(options.hall(), profile.hold(), options.queued())
                : given;
    }

    /** What the watchers have seen. */
    private record Watched(
            List<Injector.Done> faults,
            List<Prober.Probe> probes,
            List<LineWatch.Look> line,
            double saleSeconds) {}

    /** What runs beside the crowd: the progress, probes, samples of the line, and faults. */
    private record Watchers(
            Progress progress,
            @Nullable Prober prober,
            @Nullable LineWatch line,
            @Nullable Injector injector) {

        void start(List<Fault> plan) {
            progress.start();
            if (prober != null) {
                prober.start();
            }
            if (line != null) {
                line.start();
            }
            if (injector != null) {
                injector.start(plan);
            }
        }

        /** Waits for the last fault and stops. */
        Watched stop(long startNanos) throws InterruptedException {
            List<Injector.Done> faults = injector == null ? List.of() : injector.await();
            double saleSeconds = (System.nanoTime() - startNanos) / 1e9;
            List<Prober.Probe> probes = prober == null ? List.of() : prober.stop();
            List<LineWatch.Look> looks = line == null ? List.of() : line.stop();
            progress.stop();
            return new Watched(faults, probes, looks, saleSeconds);
        }
    }

    private Prober prober(Organiser organiser, Sale sale, long start) {
        String room = organiser.probeRoom(profile.hold(), PROBE_SEATS);
        Sale probed =
                new Sale(
                        sale.balancer(),
                        sale.http(),
                        room,
                        false,
                        organiser.house(room),
                        profile,
                        sale.measures(),
                        sale.provider(),
                        sale.providerSecret(),
                        sale.evidence(),
                        sale.lastTrouble());
        return new Prober(probed, organiser.fans(PROBE_FANS), start);
    }

    private static Cpu cpu(@Nullable OwnPlatform platform) {
        Cpu cpu = new Cpu();
        cpu.watchThisProcess("fans (this process)");
        if (platform != null) {
            platform.nodes().forEach(node -> cpu.watch(node.name(), node::pid));
            for (EmbeddedServer server : platform.servers().all()) {
                cpu.watch(server.name(), server::pid);
            }
            cpu.watch("simulator", platform.simulator()::pid);
        }
        return cpu;
    }

    /** Warms the nodes up: a real sale does not meet nodes that were just started. */
    private void warmUp(Balancer balancer, String schedule) throws InterruptedException {
        long end = System.nanoTime() + profile.warmUp().toNanos();
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < WARM_UP_READERS; i++) {
            Map<String, String> headers = Map.of("X-Forwarded-For", "10.253.0." + (i + 1));
            readers.add(
                    Thread.ofVirtual()
                            .start(() -> {
                                while (System.nanoTime() < end) {
                                    for (String path :
                                            List.of(
                                                    "/api/schedules/" + schedule + "/layout",
                                                    "/api/reservations/seats/" + schedule)) {
                                        balancer.send(
                                                "GET", path, headers, null, Http.ANSWER_WITHIN);
                                    }
                                    LockSupport.parkNanos(30_000_000);
                                }
                            }));
        }
        for (Thread reader : readers) {
            reader.join();
        }
    }

    /** Starts each fan at the time of the profile, however slow the platform is. */
    private void letIn(List<FanAccount> fans, Sale sale, long start) throws InterruptedException {
        SplittableRandom seeds = new SplittableRandom(options.seed());
        record Arrival(int fan, long at, long seed) {}
        List<Arrival> arrivals = new ArrayList<>();
        for (int i = 0; i < fans.size(); i++) {
            long at = start + profile.arrivalNanos(seeds.nextDouble(), stretch);
            arrivals.add(new Arrival(i, at, seeds.nextLong()));
        }
        arrivals.sort(Comparator.comparingLong(Arrival::at));
        CountDownLatch gone = new CountDownLatch(arrivals.size());
        for (Arrival arrival : arrivals) {
            long left;
            while ((left = arrival.at - System.nanoTime()) > 0) {
                LockSupport.parkNanos(left);
            }
            Fan fan =
                    new Fan(
                            sale,
                            fans.get(arrival.fan).accessToken(),
                            address(arrival.fan),
                            arrival.seed,
                            arrival.at);
            Thread.ofVirtual()
                    .start(() -> {
                        try {
                            fan.live();
                        } finally {
                            gone.countDown();
                        }
                    });
        }
        if (!gone.await(FANS_END_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
            throw new StartFailure(gone.getCount() + " fans do not come to an end.");
        }
    }

    private static String address(int fan) {
        return "10.%d.%d.%d".formatted(fan / 62_500, fan / 250 % 250, fan % 250 + 1);
    }

    private @Nullable CheckResult judge(@Nullable Sources sources, Evidence evidence)
            throws InterruptedException {
        if (sources == null) {
            return null;
        }
        try {
            return new Checker(sources, evidence).settled(options.settle());
        } catch (CannotLook e) {
            throw new StartFailure("The checker cannot look: " + e.getMessage(), e);
        }
    }

    private void say(String sentence) {
        out.println(sentence);
        out.flush();
    }
}
