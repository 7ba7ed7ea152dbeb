package onsale.reservation.checkout;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import onsale.reservation.Reservation;
import onsale.reservation.Reservation.Phase;
import onsale.reservation.ReservationStore;

/**
 * Lets a fan's request wait for the verdict on their order, so that the page shows it when it comes
 * and does not ask again and again. The node that applies the verdict wakes its own requests; for
 * verdicts that other nodes apply, a waiting request looks at the row now and then.
 */
public final class AwaitVerdict {

    /**
     * Requests that wait at a time; further ones are answered at once and ask again. Each keeps a
     * permit of those who pay, so that it must be far fewer than there are of these.
     */
    private static final int WAITING_MAX = 48;

    private static final Duration LOOK_FIRST_AFTER = Duration.ofMillis(200);
    private static final Duration LOOK_EVERY_MAX = Duration.ofSeconds(1);

    private final ReservationStore reservations;
    private final ConcurrentMap<UUID, CompletableFuture<Void>> waiting = new ConcurrentHashMap<>();
    private final Semaphore permits = new Semaphore(WAITING_MAX);

    public AwaitVerdict(ReservationStore reservations) {
        this.reservations = reservations;
    }

    /** To be called when a verdict has been committed. */
    void decided(UUID reservationId) {
        CompletableFuture<Void> waiters = waiting.remove(reservationId);
        if (waiters != null) {
            waiters.complete(null);
        }
    }

    /**
     * The reservation as it is when its order is decided, or after this time. One that waits for no
     * verdict, or is another user's, is not waited for.
     */
    public Optional<Reservation> run(UUID userId, UUID id, Duration within) {
        if (!permits.tryAcquire()) {
            return find(userId, id);
        }
        try {
            return await(userId, id, within);
        } finally {
            permits.release();
        }
    }

    private Optional<Reservation> find(UUID userId, UUID id) {
        return reservations.find(id).filter(reservation -> reservation.belongsTo(userId));
    }

    private Optional<Reservation> await(UUID userId, UUID id, Duration within) {
        long deadline = System.nanoTime() + within.toNanos();
        Duration pause = LOOK_FIRST_AFTER;
        while (true) {
            // Before the row is read: a verdict after that ends the wait.
            CompletableFuture<Void> decided =
                    waiting.computeIfAbsent(id, key -> new CompletableFuture<>());
            try {
                Optional<Reservation> found = find(userId, id);
                Duration left = Duration.ofNanos(deadline - System.nanoTime());
                if (found.isEmpty()
                        || found.get().phase() != Phase.ORDER_OPEN
                        || !left.isPositive()
                        || !waits(decided, pause.compareTo(left) < 0 ? pause : left)) {
                    return found;
                }
            } finally {
                waiting.remove(id, decided);
            }
            pause = pause.multipliedBy(2);
            pause = pause.compareTo(LOOK_EVERY_MAX) < 0 ? pause : LOOK_EVERY_MAX;
        }
    }

    /** Waits until there may be something to see. False if the request is to end. */
    private static boolean waits(CompletableFuture<Void> decided, Duration atMost) {
        try {
            decided.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
