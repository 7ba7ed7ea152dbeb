package onsale.rush;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import onsale.platform.job.Loop;
import onsale.rush.chaos.Injector;
import onsale.rush.fan.Measures;
import onsale.rush.fan.Measures.Event;
import onsale.rush.fan.Measures.Second;
import onsale.rush.platform.Cpu;
import org.jspecify.annotations.Nullable;

/** Prints the progress: every second on a terminal, every five seconds into a file. */
final class Progress {

    private static final int FILE_EVERY = 5;

    private final PrintWriter out;
    private final Measures measures;
    private final Cpu cpu;
    private final int fans;
    private final int seats;
    private final @Nullable Injector injector;
    private final long start;
    private final boolean terminal = System.console() != null && System.console().isTerminal();
    private final Loop loop =
            new Loop(Thread.ofPlatform().daemon().name("progress"), this::printInTime);
    private int second;

    Progress(
            PrintWriter out,
            Measures measures,
            Cpu cpu,
            int fans,
            int seats,
            @Nullable Injector injector,
            long start) {
        this.out = out;
        this.measures = measures;
        this.cpu = cpu;
        this.fans = fans;
        this.seats = seats;
        this.injector = injector;
        this.start = start;
    }

    void start() {
        loop.start();
    }

    void stop() {
        loop.close();
        out.println();
        out.flush();
    }

    private Duration printInTime() {
        long next = start + second * 1_000_000_000L;
        // When it stops within the pause, this is the last line.
        var _ = loop.stopsWithin(Duration.ofNanos(next - System.nanoTime()));
        cpu.look(start);
        if (terminal) {
            out.print("\r\033[K" + line(second));
            out.flush();
        } else if (second % FILE_EVERY == 0) {
            out.println(line(second));
            out.flush();
        }
        second++;
        return Duration.ZERO;
    }

    private String line(int second) {
        @Nullable Second last = measures.seconds().get(second - 1);
        long arrived = measures.total(Event.ARRIVED);
        String fault = injector == null ? "" : injector.now();
        return String.format(
                Locale.ROOT,
                "%4d s  %,d of %,d fans came, %,d are here  %d holds/s (p99 %d ms)  %,d sold, %,d back, %,d seats  %d errors/s %s",
                second,
                arrived,
                fans,
                arrived - measures.total(Event.LEFT),
                last == null ? 0 : last.count(Event.HELD),
                last == null ? 0 : last.holdMillis(99),
                measures.total(Event.SOLD),
                measures.total(Event.GIVEN_BACK),
                seats,
                last == null ? 0 : last.count(Event.FAILED) + last.count(Event.NO_ANSWER),
                fault.isEmpty() ? "" : "| " + fault);
    }
}
