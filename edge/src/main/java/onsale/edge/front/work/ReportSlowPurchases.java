package onsale.edge.front.work;

import java.time.Duration;
import java.util.UUID;
import onsale.platform.job.Loop;
import onsale.platform.redis.load.SlowPurchases;

/**
 * Tells all nodes while holds and checkouts on this one are slow, so that waiting rooms call fewer
 * fans before any hold has to be refused.
 */
public final class ReportSlowPurchases implements AutoCloseable {

    private static final Duration EVERY = Duration.ofMillis(500);

    private final String node = UUID.randomUUID().toString();
    private final Loop loop;

    public ReportSlowPurchases(Workers workers, SlowPurchases all) {
        loop =
                Loop.every(
                                EVERY,
                                "slow-purchases",
                                () -> {
                                    if (workers.arePurchasesSlow()) {
                                        all.report(node);
                                    }
                                })
                        .start();
    }

    @Override
    public void close() {
        loop.close();
    }
}
