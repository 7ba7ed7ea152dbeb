package onsale.user.attempt;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import onsale.user.account.KeyedHash;
import onsale.user.account.KeyedHash.Purpose;
import onsale.user.account.PersonalData;
import onsale.user.attempt.LoginDelayStore.Failures;

/** How many logins have failed lately: of an e-mail, and from a network. */
public final class LoginFailures {

    /** Failures of an e-mail are forgotten when none has followed for this long. */
    public static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);

    private static final Duration NETWORK_WINDOW = Duration.ofHours(1);

    private final LoginDelayStore store;
    private final KeyedHash hash;
    private final Clock clock;

    public LoginFailures(LoginDelayStore store, KeyedHash hash, Clock clock) {
        this.store = store;
        this.hash = hash;
        this.clock = clock;
    }

    /**
     * The lane of an e-mail, hashed so that the table names nobody.
     *
     * @param device empty for the lane that all unknown devices share
     */
    public static byte[] lane(KeyedHash hash, String email, String device) {
        return hash.compute(Purpose.LOGIN_LANE, PersonalData.normalEmail(email) + "\n" + device);
    }

    /** Failures in the lane of an e-mail that unknown devices share. */
    public int ofEmail(String email) {
        Instant forgotten = clock.instant().minus(FORGOTTEN_AFTER);
        Optional<Failures> failures = store.find(lane(hash, email, ""));
        return failures.filter(one -> !one.failedAt().isBefore(forgotten))
                .map(Failures::count)
                .orElse(0);
    }

    /** Failures from the network of the origin within this hour. */
    public int ofNetwork(Origin origin) {
        return store.find(networkLane(origin)).map(Failures::count).orElse(0);
    }

    public void countForNetwork(Origin origin) {
        Instant now = clock.instant();
        store.count(networkLane(origin), now, now.minus(NETWORK_WINDOW));
    }

    /** Another lane each hour, so that a busy network starts again. */
    private byte[] networkLane(Origin origin) {
        long hour = clock.instant().getEpochSecond() / NETWORK_WINDOW.toSeconds();
        return hash.compute(Purpose.NETWORK_LANE, hour + "\n" + origin.network());
    }
}
