package onsale.user.login;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import onsale.user.UserSettings;
import onsale.user.account.KeyedHash;
import onsale.user.attempt.DeviceStore;
import onsale.user.attempt.LoginDelayStore;
import onsale.user.attempt.LoginDelayStore.Failures;
import onsale.user.attempt.LoginFailures;
import onsale.user.attempt.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Slows down attempts to guess the password of an account, from any number of addresses. The first
 * few wrong passwords cost nothing. After that each attempt must wait after the previous one: a
 * second, then two, four and so on, up to a bound. Of several attempts at once only one is checked.
 *
 * <p>Attempts are counted per lane. All attempts for an e-mail share one lane. Once it is delayed,
 * attempts from a device that has logged in to the account before are counted in a lane of that
 * device. A network is not enough: thousands share one, a guesser among them.
 *
 * <p>The delays lock nobody out for good: they are bounded, an attempt that comes too early does
 * not lengthen them, and strangers do not delay the owner at a known device. An e-mail without an
 * account is delayed the same way, so that a delay does not tell whether an account exists.
 */
public final class LoginDelays {

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final int DOUBLINGS_MAX = 20;

    /** Whether a password may be checked now. */
    public sealed interface Decision {

        /**
         * The password may be checked.
         *
         * @param lane in which the attempt is counted
         * @param counted whether it is counted as a failure already, before the check
         * @param hasFailures whether the lane has failures that a success deletes
         */
        record Allowed(byte[] lane, boolean counted, boolean hasFailures) implements Decision {}

        record Wait(Duration duration) implements Decision {}
    }

    private final LoginDelayStore store;
    private final DeviceStore devices;
    private final KeyedHash hash;
    private final int triesFree;
    private final Duration delayMax;
    private final Clock clock;

    public LoginDelays(
            LoginDelayStore store,
            DeviceStore devices,
            KeyedHash hash,
            UserSettings settings,
            Clock clock) {
        this.store = store;
        this.devices = devices;
        this.hash = hash;
        this.triesFree = settings.loginTries();
        this.delayMax = settings.loginDelayMax();
        this.clock = clock;
    }

    /**
     * @param userId null if no account has the e-mail
     */
    Decision decide(String email, @Nullable UUID userId, Origin origin) {
        Instant now = clock.instant();
        byte[] shared = LoginFailures.lane(hash, email, "");
        Optional<Failures> failures = recent(shared, now);
        if (isFree(failures)) {
            return new Decision.Allowed(shared, false, failures.isPresent());
        }
        if (!devices.knows(userId, origin)) {
            return next(shared, failures.get(), now);
        }
        byte[] own = LoginFailures.lane(hash, email, DeviceStore.name(origin));
        Optional<Failures> ownFailures = recent(own, now);
        return isFree(ownFailures)
                ? new Decision.Allowed(own, false, ownFailures.isPresent())
                : next(own, ownFailures.get(), now);
    }

    /** For a user who is signed in and gives the password again. */
    public Decision decideForOwner(UUID userId) {
        Instant now = clock.instant();
        byte[] lane = LoginFailures.lane(hash, "account " + userId, "");
        Optional<Failures> failures = recent(lane, now);
        return isFree(failures)
                ? new Decision.Allowed(lane, false, failures.isPresent())
                : next(lane, failures.get(), now);
    }

    /** Ends the delay of an e-mail, because its owner has proven to be who they are. */
    public void forget(String email) {
        store.delete(LoginFailures.lane(hash, email, ""));
    }

    /** The password was wrong. */
    public void failed(Decision.Allowed attempt) {
        if (!attempt.counted()) {
            Instant now = clock.instant();
            int failures =
                    store.count(attempt.lane(), now, now.minus(LoginFailures.FORGOTTEN_AFTER));
            if (failures >= triesFree) {
                store.delay(attempt.lane(), now.plus(delay(failures)));
            }
        }
    }

    public void succeeded(Decision.Allowed attempt) {
        if (attempt.hasFailures()) {
            store.delete(attempt.lane());
        }
    }

    public int deleteForgotten(int rowsMax) {
        return store.deleteBefore(clock.instant().minus(LoginFailures.FORGOTTEN_AFTER), rowsMax);
    }

    /** Allows one attempt at a time: it is counted as a failure before its password is checked. */
    private Decision next(byte[] lane, Failures failures, Instant now) {
        if (now.isBefore(failures.nextAt())) {
            return new Decision.Wait(Duration.between(now, failures.nextAt()));
        }
        Duration delay = delay(failures.count() + 1);
        return store.countAsNext(lane, failures, now, now.plus(delay))
                ? new Decision.Allowed(lane, true, true)
                : new Decision.Wait(delay);
    }

    private Optional<Failures> recent(byte[] lane, Instant now) {
        return store.find(lane)
                .filter(failures ->
                        !failures.failedAt().isBefore(now.minus(LoginFailures.FORGOTTEN_AFTER)));
    }

    private boolean isFree(Optional<Failures> failures) {
        return failures.isEmpty() || failures.get().count() < triesFree;
    }

    private Duration delay(int failures) {
        int doublings = Math.clamp(failures - (long) triesFree, 0, DOUBLINGS_MAX);
        Duration grown = FIRST.multipliedBy(1L << doublings);
        return grown.compareTo(delayMax) < 0 ? grown : delayMax;
    }
}
