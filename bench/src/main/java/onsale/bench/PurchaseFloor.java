package onsale.bench;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import onsale.platform.embedded.Ports;
import onsale.platform.embedded.PostgresServer;

/** Measures {@link PurchaseFloorProcess} at a rate, beside the node on the same PostgreSQL. */
final class PurchaseFloor {

    private static final int WARM_SECONDS = Pace.seconds(20);
    private static final int SECONDS = Pace.seconds(15);

    private final int port = Ports.free();
    private final HttpClient http = HttpClient.newBuilder().build();
    private final AtomicInteger next = new AtomicInteger(1);
    private final AtomicInteger failed = new AtomicInteger();

    private PurchaseFloor() {}

    /** Returns the milliseconds of CPU that the process and PostgreSQL need for a purchase. */
    static double millisEach(BenchServers servers, Cpu postgres, int rate) throws Exception {
        return new PurchaseFloor().measure(servers, postgres, rate);
    }

    private double measure(BenchServers servers, Cpu postgres, int rate) throws Exception {
        try (Child process =
                Child.start(
                        PurchaseFloorProcess.class,
                        "" + port,
                        servers.postgres().url(),
                        PostgresServer.ADMIN,
                        servers.servers().postgres().adminPassword().value())) {
            run(rate, WARM_SECONDS);
            double before = process.cpuMicros() + postgres.micros();
            run(rate, SECONDS);
            double after = process.cpuMicros() + postgres.micros();
            if (failed.get() > 0) {
                throw new IllegalStateException(failed + " calls of the floor failed");
            }
            return (after - before) / 1e3 / (rate * SECONDS);
        }
    }

    private void run(int rate, int seconds) throws InterruptedException {
        List<Thread> fans = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < rate * seconds; i++) {
            long at = start + i * 1_000_000_000L / rate;
            while (System.nanoTime() < at) {
                LockSupport.parkNanos(at - System.nanoTime());
            }
            fans.add(Thread.ofVirtual().start(this::buy));
        }
        for (Thread fan : fans) {
            fan.join();
        }
    }

    private void buy() {
        int purchase = next.getAndIncrement();
        for (int step = 0; step < PurchaseFloorProcess.CALLS; step++) {
            URI uri = URI.create("http://127.0.0.1:" + port + "/" + step + "/" + purchase);
            try {
                if (http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                                .statusCode()
                        != 200) {
                    failed.incrementAndGet();
                }
            } catch (Exception e) {
                failed.incrementAndGet();
            }
        }
    }
}
