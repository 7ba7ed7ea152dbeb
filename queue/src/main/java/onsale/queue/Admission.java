package onsale.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import onsale.platform.redis.Incarnation;
import onsale.queue.ClaimStore.Claim;
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
    private static final Duration LONG_LEASE = Duration.ofSeconds(30);
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
    private final Duration returnWithin;

    Admission(
            QueueStore store,
            ClaimStore claims,
            Line line,
            People people,
            Turns turns,
            Duration returnWithin) {
        this.store = store;
        this.claims = claims;
        this.line = line;
        this.people = people;
        this.turns = turns;
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
        for (Sale sale : store.around(Sales.SALES_MAX)) {
            if (sale.epoch() > 0) {
                line.admit(sale.id());
            }
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
        openPeople(lease);
        for (Sale sale : store.around(Sales.SALES_MAX)) {
            if (line.incarnation().state(sale.id().toString()) != Incarnation.State.OPEN) {
                if (!lease.stillMine()) {
                    return;
                }
                rebuild(sale);
            } else {
                line.tell(sale);
            }
        }
    }

    /**
     * A new epoch begins before the rows are read: claims of the old one that are not committed yet
     * never will be. Numbers of the new epoch are behind all old ones.
     */
    void rebuild(Sale sale) {
        UUID id = sale.id();
        String nonce = line.incarnation().begin(id.toString());
        if (!store.nextEpoch(id, sale.epoch())) {
            return; // somebody else is at it
        }
        int epoch = sale.epoch() + 1;
        Duration window = sale.epoch() == 0 ? Duration.ZERO : returnWithin;
        if (!line.refillFirst(sale, nonce, epoch, window)) {
            return;
        }
        List<Claim> inside = claims.active(id);
        for (int from = 0; from < inside.size(); from += AT_ONCE) {
            if (!line.refillInside(
                    id, nonce, inside.subList(from, Math.min(from + AT_ONCE, inside.size())))) {
                return;
            }
        }
        if (!refillGone(id, nonce, epoch)) {
            return;
        }
        if (line.incarnation().complete(id.toString(), nonce) == Incarnation.Completion.OPEN) {
            LOG.info(
                    "The line of schedule {} is open: epoch {}, {} inside",
                    id,
                    epoch,
                    inside.size());
        }
    }

    private boolean refillGone(UUID id, String nonce, int epoch) {
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
        } while (places.size() == PAGE);
        return true;
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

    private void forEachWaiting(UUID scheduleId, java.util.function.Consumer<Fan> consumer) {
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
        for (Sale sale : store.around(Sales.SALES_MAX)) {
            if (!lease.stillMine()) {
                return;
            }
            mend(sale.id());
        }
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
                line.unclaim(scheduleId, found);
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
