package onsale.edge.door;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;

/** Counts the buffers that Netty found to be lost. */
final class LeakCounter extends AppenderBase<ILoggingEvent> {

    private static final AtomicInteger found = new AtomicInteger();

    static {
        // Else Vert.x switches the detector off when its first class is loaded, which may be later.
        System.setProperty("io.netty.leakDetection.level", "simple");
        LeakCounter counter = new LeakCounter();
        counter.start();
        ((Logger) LoggerFactory.getLogger(ResourceLeakDetector.class)).addAppender(counter);
        // As in production: a client that breaks its connection is no event.
        ((Logger) LoggerFactory.getLogger("io.vertx.core.net.impl.ConnectionBase"))
                .setLevel(Level.OFF);
    }

    private LeakCounter() {}

    /** From here on leaks are counted. */
    static void watch(ResourceLeakDetector.Level level) {
        ResourceLeakDetector.setLevel(level);
    }

    /** Netty tells of a lost buffer when it hands out the next one after a collection. */
    static int count(int port) throws IOException {
        for (int i = 0; i < 10; i++) {
            System.gc();
            try (RawClient client = new RawClient(port)) {
                client.get("/api/hot").answer();
            }
        }
        return found.get();
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getMessage().contains("LEAK")) {
            found.incrementAndGet();
        }
    }
}
