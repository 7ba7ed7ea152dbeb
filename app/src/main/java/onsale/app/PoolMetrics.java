package onsale.app;

import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import onsale.platform.db.Database;

/** Shows the connection pools of all contexts as {@code hikaricp_*}, by schema. */
final class PoolMetrics {

    PoolMetrics(List<Database> contexts, MeterRegistry registry) {
        contexts.forEach(context -> context.dataSource().setMetricRegistry(registry));
    }
}
