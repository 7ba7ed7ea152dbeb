package onsale.rush;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import onsale.platform.StartFailure;
import onsale.rush.Rehearsal.Stage;
import onsale.rush.http.Balancer;
import onsale.rush.http.Http;
import onsale.rush.platform.OwnPlatform;
import org.jspecify.annotations.Nullable;

/** Runs rehearsals: one on a running system, or any number on a platform of its own. */
public final class Rush {

    private static final int CONNECTIONS_MAX = 1_000;
    private static final String ADMINISTRATOR = "rush@rehearsal.example";

    private final RushOptions options;
    private final List<Rehearsal> rounds;
    private final PrintWriter out;

    public Rush(RushOptions options, PrintWriter out) {
        this.options = options;
        this.out = out;
        this.rounds =
                IntStream.range(0, options.rounds())
                        .mapToObj(i -> new Rehearsal(options.round(i), out))
                        .toList();
        boolean harmless = rounds.size() == 1 && !rounds.getFirst().breaksThings();
        if (options.target() != null && !harmless) {
            throw new StartFailure(
                    "Faults and rounds are for a platform of our own: leave --target out.");
        }
    }

    /** Runs all rounds, writes their reports and returns their results. */
    public List<Result> run() throws InterruptedException {
        long began = System.nanoTime();
        try (Http http = new Http(CONNECTIONS_MAX)) {
            RushOptions.@Nullable Target target = options.target();
            return target == null ? onOurOwn(http, began) : List.of(onTarget(http, target, began));
        }
    }

    private Result onTarget(Http http, RushOptions.Target target, long began)
            throws InterruptedException {
        Balancer balancer = new Balancer(http, List.of(target.url()));
        Organiser organiser =
                Organiser.signedIn(balancer, target.adminEmail(), target.adminPassword());
        try {
            return rounds.getFirst()
                    .on(
                            new Stage(
                                    http,
                                    balancer,
                                    organiser,
                                    target.provider(),
                                    target.providerSecret(),
                                    target.sources(),
                                    null),
                            began);
        } finally {
            organiser.removeFans();
        }
    }

    private List<Result> onOurOwn(Http http, long began) throws InterruptedException {
        out.printf(
                "Starting %d node(s), PostgreSQL, Redis, Kafka and the provider's stand-in ...%n",
                options.nodes());
        out.flush();
        try (OwnPlatform platform =
                new OwnPlatform(
                        options.cache(),
                        options.nodes(),
                        options.application(),
                        options.settings())) {
            Balancer balancer = new Balancer(http, platform.urls());
            String password = UUID.randomUUID().toString();
            makeAdministrator(http, balancer, platform, password);
            List<Result> results = new ArrayList<>();
            for (Rehearsal round : rounds) {
                // for each round, since sessions end
                Organiser organiser = Organiser.signedIn(balancer, ADMINISTRATOR, password);
                if (!results.isEmpty()) {
                    organiser.removeFans(); // their number is limited
                }
                Stage stage =
                        new Stage(
                                http,
                                balancer,
                                organiser,
                                platform.provider(),
                                platform.providerSecret(),
                                platform.sources(),
                                platform);
                results.add(round.on(stage, results.isEmpty() ? began : System.nanoTime()));
                if (rounds.size() > 1) {
                    out.println("Round %d of %d".formatted(results.size(), rounds.size()));
                    out.println(results.getLast().summary());
                    out.flush();
                }
            }
            return results;
        }
    }

    private static void makeAdministrator(
            Http http, Balancer balancer, OwnPlatform platform, String password) {
        platform.makeAdministrator(
                Organiser.signUp(
                        balancer,
                        http,
                        platform.provider(),
                        platform.providerSecret(),
                        ADMINISTRATOR,
                        password));
    }
}
