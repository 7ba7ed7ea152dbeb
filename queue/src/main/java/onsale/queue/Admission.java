package onsale.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Consumer;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import onsale.platform.redis.Incarnation;
import onsale.platform.redis.LuaException;
import onsale.queue.ClaimStore.Claim;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What time does to lines, shared by all nodes: fans are called, turns end, what Redis lost is
 * built anew from the rows. The scripts and rows decide; that one node does it at a time saves
 * work. Without PostgreSQL nobody is called, because nobody could be let in.
 */
final class Admission {

    /** Twice {@link Turns#CLAIM_FOR}: a claim older than this without a row has none. */
    private static final Duration CLAIM_DEAD_AFTER = Turns.CLAIM_FOR.multipliedBy(2);

    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration LONG_LEASE = Duration.ofSeconds(5);

    /** What servers that do not answer may cost of a run; then another node may try. */
    private static final Duration AWAY_MAX = Duration.ofSeconds(2);

    private static final Duration CLEAN_EVERY = Duration.ofMinutes(10);
    private static final int AT_ONCE = 500;
    private static final int CLAIMS_MAX = 1_000_000;
    private static final int PAGE = 5_000;
    private static final Logger LOG = LoggerFactory.getLogger(Admission.class);

    private final QueueStore store;
    private final ClaimStore claims;
    private final Line line;
    private final People people;
    private final Turns turns;
    private final QueueMetrics metrics;
    private final Duration returnWithin;

    Admission(
            QueueStore store,
            ClaimStore claims,
            Line line,
            People people,
            Turns turns,
            QueueMetrics metrics,
            Duration returnWithin) {
        this.store = store;
        this.claims = claims;
        this.line = line;
        this.people = people;
        this.turns = turns;
        this.metrics = metrics;
        this.returnWithin = returnWithin;
    }

    void start(Jobs jobs, QueueSettings settings) {
        jobs.every("admit", settings.admitEvery(), LEASE, lease -> admit());
        jobs.every("expire-turns", settings.expireEvery(), LEASE, this::expire);
        jobs.every("open-lines", settings.lineCheckEvery(), LONG_LEASE, this::open);
        jobs.every("mend-lines", settings.mendEvery(), LONG_LEASE, this::mendAll);
        long hours = settings.cleanAfter().toHours();
        jobs.every("clean-lines", CLEAN_EVERY, LONG_LEASE, lease -> clean(hours, lease));
    }

    void admit() {
        each(sale -> {
            if (sale.epoch() > 0) {
                line.admit(sale.id());
            }
        });
    }

    /**
     * The lines may lie on several servers: one that is away does not keep the others from going
     * on.
     */
    private void each(Consumer<Sale> work) {
        @Nullable LuaException away = null;
        long lostNanos = 0;
        List<Sale> sales = new ArrayList<>(store.around(Sales.SALES_MAX));
        Collections.shuffle(sales); // if not all get their turn, then others the next time
        for (Sale sale : sales) {
            long start = System.nanoTime();
            try {
                work.accept(sale);
            } catch (LuaException.NotExecuted | LuaException.Unknown e) {
                away = e;
                lostNanos += System.nanoTime() - start;
            }
            if (lostNanos > AWAY_MAX.toNanos()) {
                break;
            }
        }
        if (away != null) {
            throw away; // the job has failed, and is tried again by whoever is first
        }
    }

    void expire(Lease lease) {
        List<Claim> over;
        do {
            over = claims.expire(AT_ONCE);
            over.forEach(turns::free);
        } while (over.size() == AT_ONCE && lease.stillMine());
    }

    // ---- opening what Redis has lost, or never had

    void open(Lease lease) {
        Map<UUID, Long> counts = new HashMap<>();
        try {
            each(sale -> {
                Optional<Line.Told> told = line.tell(sale);
                told.filter(Line.Told::isCounted)
                        .ifPresent(open -> counts.put(sale.id(), open.waiting()));
                // Open and of an earlier epoch: a server that was replaced, and is back.
                boolean isOpen = told.isPresent() && told.get().epoch() >= sale.epoch();
                if (!isOpen && lease.stillMine()) {
                    rebuild(sale, lease);
                }
            });
        } finally {
            if (!counts.isEmpty()) {
                store.counted(counts);
            }
        }
        // Needs every line that is open. Until then nobody enters, and nobody is put back.
        openPeople(lease);
    }

    /**
     * A new epoch begins before the rows are read: claims of the old one that are not committed yet
     * never will be. Numbers of the new epoch are behind all old ones. Whoever begins after us
     * makes what we do void.
     */
    void rebuild(Sale sale, Lease lease) {
        UUID id = sale.id();
        Line.Cause cause = line.cause(id);
        String nonce = line.incarnation().begin(id.toString());
        Optional<Integer> begun = store.beginEpoch(sale);
        if (begun.isEmpty()) {
            return; // somebody else is at it
        }
        int epoch = begun.get();
        boolean isFirst = epoch == 1;
        OptionalLong expected = store.lastCount(id);
        if (!isFirst) {
            store.lost(id, epoch, cause, expected);
            metrics.lost(cause);
            LOG.warn("Redis has lost the line of schedule {} ({}): epoch {}", id, cause, epoch);
        }
        Duration window = isFirst ? Duration.ZERO : returnWithin;
        if (!line.refillFirst(sale, nonce, epoch, window, expected.orElse(-1))) {
            return;
        }
        List<Claim> inside = claims.active(id);
        for (int from = 0; from < inside.size(); from += AT_ONCE) {
            if (!lease.stillMine()
                    || !line.refillInside(
                            id,
                            nonce,
                            inside.subList(from, Math.min(from + AT_ONCE, inside.size())))) {
                return;
            }
        }
        if (!refillGone(id, nonce, epoch, lease)) {
            return;
        }
        store.opening(id, epoch);
        if (line.incarnation().complete(id.toString(), nonce) == Incarnation.Completion.OPEN) {
            LOG.info(
                    "The line of schedule {} is open: epoch {}, {} inside",
                    id,
                    epoch,
                    inside.size());
        }
    }

    private boolean refillGone(UUID id, String nonce, int epoch, Lease lease) {
        long after = 0;
        List<Long> places;
        do {
            places = claims.gone(id, after, epoch, PAGE);
            Map<Integer, List<Long>> byEpoch = new HashMap<>();
            for (long place : places) {
                byEpoch.computeIfAbsent(Place.epoch(place), e -> new ArrayList<>()).add(place);
                after = place;
            }
            for (Map.Entry<Integer, List<Long>> some : byEpoch.entrySet()) {
                if (!line.refillGone(id, nonce, some.getKey(), some.getValue())) {
                    return false;
                }
            }
        } while (places.size() == PAGE && lease.stillMine());
        return places.size() < PAGE;
    }

    /** Bindings of persons, from those inside and those in lines that are still there. */
    private void openPeople(Lease lease) {
        List<Integer> lost = new ArrayList<>();
        for (int group = 0; group < People.GROUPS; group++) {
            if (people.incarnation().state(People.tag(group)) != Incarnation.State.OPEN) {
                lost.add(group);
            }
        }
        if (lost.isEmpty() || !lease.stillMine()) {
            return;
        }
        List<People.Binding> known = new ArrayList<>();
        claims.activeEverywhere(CLAIMS_MAX)
                .forEach(claim -> known.add(new People.Binding(claim.scheduleId(), claim.fan())));
        for (Sale sale : store.around(Sales.SALES_MAX)) {
            forEachWaiting(sale.id(), fan -> known.add(new People.Binding(sale.id(), fan)));
        }
        lost.forEach(group -> people.rebuild(group, known));
    }

    private void forEachWaiting(UUID scheduleId, Consumer<Fan> consumer) {
        if (line.incarnation().state(scheduleId.toString()) != Incarnation.State.OPEN) {
            return;
        }
        long after = 0;
        Optional<Line.Page> page;
        do {
            page = line.page(scheduleId, after, PAGE);
            if (page.isPresent()) {
                page.get().members().forEach(member -> consumer.accept(Fan.of(member)));
                long[] places = page.get().places();
                after = places.length == 0 ? after : places[places.length - 1];
            }
        } while (page.isPresent() && page.get().places().length == PAGE);
    }

    // ---- mending

    void mendAll(Lease lease) {
        each(sale -> {
            if (lease.stillMine()) {
                mend(sale.id());
            }
        });
    }

    /**
     * Makes Redis count as inside who has a row, and nobody else. Redis is read first: whoever is
     * inside there and has no living row later has lost it; a claim under way gets the time in
     * which its row can still come.
     */
    int mend(UUID scheduleId) {
        Optional<Line.Page> page = line.page(scheduleId, 0, 1);
        if (page.isEmpty()) {
            return 0;
        }
        Map<Long, Line.Inside> inside = new HashMap<>();
        page.get().inside().forEach(one -> inside.put(one.place(), one));
        int wrong = 0;
        for (Claim claim : claims.active(scheduleId)) {
            Line.Inside found = inside.remove(claim.place());
            if (found == null || found.state() != 'A') {
                line.confirm(scheduleId, claim.fan(), claim.place());
                wrong++;
            }
        }
        long now = page.get().nowMillis();
        for (Line.Inside found : inside.values()) {
            if (found.state() == 'A') {
                line.release(scheduleId, found.fan(), found.place());
                wrong++;
            } else if (found.state() == 'K'
                    && now - found.claimingSinceMillis() > CLAIM_DEAD_AFTER.toMillis()) {
                if (claims.hasLeft(scheduleId, found.place())) {
                    turns.drop(scheduleId, found.fan(), found.place());
                } else {
                    line.unclaim(scheduleId, found);
                }
                wrong++;
            }
        }
        if (wrong > 0) {
            LOG.info("{} places of the line of schedule {} were wrong", wrong, scheduleId);
        }
        return wrong;
    }

    // ---- forgetting

    void clean(long hours, Lease lease) {
        for (Sale sale : store.toClean(hours, AT_ONCE)) {
            if (!lease.stillMine()) {
                return;
            }
            forEachWaiting(
                    sale.id(),
                    fan ->
                            people.unbind(sale.id(), fan, Long.MAX_VALUE / 4)
                                    .toCompletableFuture()
                                    .join());
            line.clean(sale.id(), sale.epoch());
            store.cleaned(sale.id());
        }
    }
}
