package onsale.app;

import java.util.List;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.platform.job.Jobs;
import onsale.platform.upkeep.RebuildIndexes;

/** Has every context of this process rebuild its own indexes. */
final class IndexUpkeep implements AutoCloseable {

    private final List<Jobs> jobs;

    IndexUpkeep(Databases databases, List<Database> contexts) {
        jobs =
                contexts.stream()
                        .filter(context -> !context.isReader())
                        .map(context -> {
                            Jobs own = new Jobs(context);
                            new RebuildIndexes(context, databases.patient(context.schema()))
                                    .start(own);
                            return own;
                        })
                        .toList();
    }

    @Override
    public void close() {
        jobs.forEach(Jobs::close);
    }
}
