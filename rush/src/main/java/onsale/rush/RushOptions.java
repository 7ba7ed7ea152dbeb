package onsale.rush;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import onsale.checker.Sources;
import onsale.rush.chaos.Fault;
import org.jspecify.annotations.Nullable;

/**
 * The options of a rehearsal.
 *
 * @param schedule of the target; null for a hall made for the rehearsal
 * @param hall theatre or arena, made for the rehearsal
 * @param queued whether the hall made for the rehearsal has a waiting room
 * @param target a running system; null for a platform of our own
 * @param profile a name or a file
 * @param chaos see {@link Fault#plan}
 * @param rounds how many rehearsals, each with the next seed, on the same platform
 * @param settle how long the checker repeats a check that fails
 * @param report where the report goes
 * @param cache for unpacked servers
 * @param application the command line of a process of the application, without its arguments; empty
 *     for the JVM and class path of this process
 * @param settings more settings of our own nodes
 */
public record RushOptions(
        int fans,
        @Nullable String schedule,
        String hall,
        boolean queued,
        @Nullable Target target,
        String profile,
        String chaos,
        long seed,
        int rounds,
        Duration settle,
        Path report,
        int nodes,
        Path cache,
        List<String> application,
        Map<String, String> settings) {

    /** The command line that repeats this rehearsal. */
    String command() {
        return "./onsale rush --fans=%d --hall=%s%s --nodes=%d --profile=%s --chaos=\"%s\" --seed=%d"
                .formatted(fans, hall, queued ? " --queued" : "", nodes, profile, chaos, seed);
    }

    /** The options of one round. */
    RushOptions round(int index) {
        return new RushOptions(
                fans,
                schedule,
                hall,
                queued,
                target,
                profile,
                chaos,
                seed + index,
                1,
                settle,
                rounds == 1 ? report : report.resolve("round-" + (index + 1)),
                nodes,
                cache,
                application,
                settings);
    }

    /**
     * A system that runs already and lets administrators rehearse.
     *
     * @param sources for the checker; null leaves the stores unchecked
     */
    public record Target(
            URI url,
            String adminEmail,
            String adminPassword,
            URI provider,
            String providerSecret,
            @Nullable Sources sources) {

        @Override
        public String toString() {
            return url.toString(); // no secrets in a log
        }
    }
}
