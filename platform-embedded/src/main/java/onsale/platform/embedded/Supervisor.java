package onsale.platform.embedded;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import onsale.platform.StartFailure;
import onsale.platform.job.Loop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Restarts servers that died, at the same address with the same data. It gives up on a server that
 * keeps dying, because a restart does not cure the cause: at the third death within a minute, or
 * after three failed starts in a row.
 */
final class Supervisor implements AutoCloseable {

    static final int DEATHS_MAX = 3;
    static final Duration DEATHS_WITHIN = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Clock clock;
    private final Consumer<String> giveUp;
    private final List<Watch> watches;

    /**
     * @param giveUp receives a sentence for the operator; called by a thread that {@link #close}
     *     interrupts
     */
    Supervisor(List<EmbeddedServer> servers, Clock clock, Consumer<String> giveUp) {
        this.clock = clock;
        this.giveUp = giveUp;
        this.watches = servers.stream().map(Watch::new).toList();
        watches.forEach(watch -> watch.loop.start());
    }

    /** Ends the supervision: a server that dies from now on stays dead. */
    @Override
    public void close() {
        watches.forEach(watch -> watch.loop.stop());
        watches.forEach(watch -> watch.loop.close(Duration.ZERO));
    }

    /** The supervision of one server. */
    private final class Watch {

        private final EmbeddedServer server;
        private final Deque<Instant> deaths = new ArrayDeque<>();
        private final Loop loop;
        private int failedStarts;

        Watch(EmbeddedServer server) {
            this.server = server;
            this.loop = new Loop("supervisor-" + server.name(), this::look);
        }

        private Duration look() {
            if (!server.hasDied()) {
                return LOOK_EVERY;
            }
            Instant now = clock.instant();
            deaths.addLast(now);
            deaths.removeIf(death -> !death.plus(DEATHS_WITHIN).isAfter(now));
            if (deaths.size() >= DEATHS_MAX || failedStarts >= DEATHS_MAX) {
                loop.stop();
                giveUp.accept(reason());
                return Duration.ZERO;
            }
            LOG.warn("{} has died and is restarted", server.name());
            if (!loop.stopsWithin(PAUSE.multipliedBy(Math.max(deaths.size() - 1, failedStarts)))) {
                revive();
            }
            return Duration.ZERO;
        }

        private void revive() {
            try {
                server.revive();
                failedStarts = 0;
                LOG.info("{} runs again, at the same address", server.name());
            } catch (StartFailure e) {
                failedStarts++;
                LOG.warn("{} could not be restarted: {}", server.name(), e.getMessage());
            }
        }

        private String reason() {
            return "%s cannot be kept running (%d deaths within a minute, %d starts in a row failed): mend it and start again; its log %s ends with:%n%s"
                    .formatted(
                            server.name(),
                            deaths.size(),
                            failedStarts,
                            ServerProcess.logFile(server.home(), server.name()),
                            ServerProcess.logTail(server.home(), server.name()));
        }
    }
}
