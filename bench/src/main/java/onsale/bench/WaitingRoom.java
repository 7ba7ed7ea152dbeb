package onsale.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import onsale.platform.embedded.Ports;
import onsale.platform.embedded.Trees;

/** A {@link QueueProcess} with a line of waiting fans, and fans who may enter. */
final class WaitingRoom implements AutoCloseable {

    private final Path home;
    private final Path tokens;
    private final Child queue;
    private final int port;
    private final String receipt;
    private final String sale;

    private WaitingRoom(Path home, Path tokens, Child queue, int port, int waiting) {
        this.home = home;
        this.tokens = tokens;
        this.queue = queue;
        this.port = port;
        this.sale = queue.ask("sale");
        this.receipt = queue.ask("fill " + sale + " " + waiting);
    }

    /**
     * Starts it.
     *
     * @param fans who enter in each slice; when all have entered, they enter again
     */
    static WaitingRoom start(int waiting, int fans) throws IOException {
        Path home = Files.createTempDirectory("onsale-bench-");
        BenchTokens issuer = new BenchTokens();
        int port = Ports.free();
        Path tokens = issuer.file(home, fans);
        Child queue =
                Child.start(QueueProcess.class, "" + port, issuer.keySetFile(home).toString());
        return new WaitingRoom(home, tokens, queue, port, waiting);
    }

    Child queue() {
        return queue;
    }

    Cpu redis() {
        return () -> Double.parseDouble(queue.ask("redis").split(" ", -1)[0]);
    }

    /** Requests the status of the fan in the middle of the line. */
    Ask status(int connections) {
        return new Ask(
                "status",
                port,
                "/api/queue/status?scheduleId=%s,%s".formatted(sale, receipt),
                connections);
    }

    /** Enters the line of that fan. */
    Ask enter(int connections) {
        queue.ask("forget");
        return new Ask("enter", port, sale, connections);
    }

    /** Enters an empty line. */
    Ask enterAnew(int connections) {
        queue.ask("forget");
        return new Ask("enter", port, queue.ask("sale"), connections);
    }

    /** The process of the fans who enter. */
    Child fans() {
        return Child.start(LoadProcess.class, tokens.toString());
    }

    @Override
    public void close() throws IOException {
        queue.finish();
        Trees.delete(home);
    }
}
