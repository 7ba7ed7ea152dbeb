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
import onsale.checker.Checker;
import onsale.checker.Evidence;
import onsale.checker.Sources;
import onsale.checker.Verdict;
import onsale.platform.StartFailure;
import onsale.platform.embedded.EmbeddedServer;
import onsale.rush.Organiser.Ticketless;
import org.jspecify.annotations.Nullable;

/**
 * One rehearsal on a platform that runs: prepare, let the crowd in, break what is to be broken,
 * wait until the dust has settled, judge.
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
        // Every fault must meet a crowd: a long plan makes the crowd come more slowly, unless it is
        // for those who wait.
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
     * Where it is played.
     *
     * @param sources for the checker; without them there is no verdict
     * @param platform if it is our own, and may be broken
     */
    record Stage(
            Http http,
            Balancer balancer,
            Organiser organiser,
            URI provider,
            String providerSecret,
            @Nullable Sources sources,
            @Nullable OwnPlatform platform) {}

    /** What came of it; the report is written. */
    Result on(Stage stage, long began) throws InterruptedException {
        Organiser organiser = stage.organiser;
        @Nullable OwnPlatform platform = stage.platform;
        @Nullable String given = options.schedule();
        String schedule =
                given == null
                        ? organiser.onSale(options.hall(), profile.hold(), options.queued())
                        : given;
        boolean queued = organiser.schedule(schedule).path("queued").asBoolean();
        if (queued && given == null) {
            organiser.waitingRoom(schedule, profile.inside(), profile.admittedPerSecond());
        }
        say("Creating %,d fans ...".formatted(options.fans()));
        List<Ticketless> fans = organiser.fans(options.fans());
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
        @Nullable Prober prober = null;
        if (platform != null) {
            prober = prober(organiser, sale, start);
            Costs.begin(platform);
        }
        Cpu cpu = cpu(platform);
        Progress progress =
                new Progress(out, measures, cpu, options.fans(), house.count, injector, start);
        say("The sale of %,d seats is open.".formatted(house.count));
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
        letIn(fans, sale, start);
        List<Injector.Done> faults = injector == null ? List.of() : injector.await();
        double saleSeconds = (System.nanoTime() - start) / 1e9;
        List<Prober.Probe> probes = prober == null ? List.of() : prober.stop();
        List<LineWatch.Look> looks = line == null ? List.of() : line.stop();
        progress.stop();
        if (queued && given == null) {
            organiser.pause(schedule); // whoever left without a word is not called any more
        }

        List<Costs.Cost> costs = platform == null ? List.of() : Costs.top(platform);
        say("Everybody has left. Waiting until the dust has settled ...");
        long settling = System.nanoTime();
        @Nullable Verdict verdict = judge(stage.sources, evidence);
        double settledSeconds = (System.nanoTime() - settling) / 1e9;
        Result result =
                new Result(
                        options,
                        profile,
                        stretch,
                        house.count,
                        measures,
                        cpu,
                        faults,
                        probes,
                        looks,
                        verdict,
                        (start - began) / 1e9,
                        saleSeconds,
                        settledSeconds,
                        costs);
        Report.write(result, options.report());
        return result;
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

    /** A sale does not meet nodes that were started a moment ago. */
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

    /** Each at the moment the profile says, however slow everything is. */
    private void letIn(List<Ticketless> fans, Sale sale, long start) throws InterruptedException {
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

    private @Nullable Verdict judge(@Nullable Sources sources, Evidence evidence)
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
