package onsale.bench;

import java.util.List;
import java.util.function.Supplier;

/** One of the servers under comparison, with the rounds of its measures. */
final class Side {

    /** The result of a server under load. */
    record Slice(Load load, double seconds, double cpuMicros, double othersMicros) {

        double cpuPerRequest() {
            return cpuMicros / load.requests();
        }
    }

    /** Puts a server under load. */
    interface Source {
        Slice run(long millis);
    }

    final Rounds cpu = new Rounds();

    /** The CPU including that of the servers it uses. */
    final Rounds cpuWithOthers = new Rounds();

    final Rounds rate = new Rounds();
    final Rounds p99 = new Rounds();
    private final Source source;

    Side(Source source) {
        this.source = source;
    }

    /** A server that {@link LoadProcess} puts under load. */
    static Side asked(Child load, Cpu server, Ask ask) {
        return asked(load, server, Cpu.NONE, ask);
    }

    static Side asked(Child load, Cpu server, Cpu others, Ask ask) {
        return new Side(millis ->
                measured(server, others, () -> Load.of(load.ask(ask.command(millis, 0)))));
    }

    /** Runs a load and measures the server meanwhile. */
    static Slice measured(Cpu server, Cpu others, Supplier<Load> load) {
        double before = server.micros();
        double othersBefore = others.micros();
        long start = System.nanoTime();
        Load answered = load.get();
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Slice(
                answered, seconds, server.micros() - before, others.micros() - othersBefore);
    }

    /** Measures all in turn, first to warm up, then with results. */
    static void measure(int warmSeconds, int sliceSeconds, int rounds, List<Side> sides) {
        for (int warm = 0; warm < warmSeconds; warm += sliceSeconds) {
            sides.forEach(side -> side.source.run(sliceSeconds * 1_000L));
        }
        for (int i = 0; i < rounds; i++) {
            sides.forEach(side -> side.add(side.source.run(sliceSeconds * 1_000L)));
        }
    }

    private void add(Slice slice) {
        double requests = slice.load().requests();
        cpu.add(slice.cpuPerRequest());
        cpuWithOthers.add((slice.cpuMicros() + slice.othersMicros()) / requests);
        rate.add(requests / slice.seconds());
        p99.add(slice.load().p99Millis());
    }
}
