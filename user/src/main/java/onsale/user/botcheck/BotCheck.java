package onsale.user.botcheck;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import onsale.platform.ProofOfWork;
import onsale.user.BotCheckSettings;
import onsale.user.BotCheckSettings.Mode;
import onsale.user.account.KeyedHash;
import onsale.user.attempt.LoginFailures;
import onsale.user.attempt.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a client may go on with a sign-up or a login. A challenge of ours is signed, can
 * be used once and not for long, and takes more work the more logins have failed from the same
 * network within the hour. A person does not notice the work; a program that tries many accounts
 * does.
 */
public final class BotCheck implements AutoCloseable {

    /** The result of a check. */
    public enum Result {
        PASSED,
        /** No answer to a challenge was given. */
        MISSING,
        FAILED,
        /** The verifier gave no answer. */
        UNAVAILABLE
    }

    /**
     * What a client is asked to do.
     *
     * @param challenge what to find a number for; null unless it is a proof of work
     * @param bits zero bits that the hash must start with
     * @param siteKey for the widget of the verifier; null unless there is one
     */
    public record ChallengeTask(
            Mode mode,
            @Nullable String challenge,
            int bits,
            @Nullable String siteKey,
            Instant expiresAt) {}

    private final BotCheckSettings settings;
    private final ChallengeStore store;
    private final LoginFailures failures;
    private final KeyedHash hash;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();
    private final @Nullable RemoteVerifier verifier;

    public BotCheck(
            BotCheckSettings settings,
            ChallengeStore store,
            LoginFailures failures,
            KeyedHash hash,
            Clock clock) {
        this.settings = settings;
        this.store = store;
        this.failures = failures;
        this.hash = hash;
        this.clock = clock;
        this.verifier = settings.mode() == Mode.VERIFIER ? new RemoteVerifier(settings) : null;
    }

    ChallengeTask issue(Origin origin) {
        Instant expiresAt =
                clock.instant().plus(settings.challengeFor()).truncatedTo(ChronoUnit.SECONDS);
        return switch (settings.mode()) {
            case PROOF_OF_WORK -> {
                int bits = bitsFor(failures.ofNetwork(origin));
                String challenge = Challenge.create(random, bits, expiresAt).sign(hash);
                yield new ChallengeTask(Mode.PROOF_OF_WORK, challenge, bits, null, expiresAt);
            }
            case VERIFIER ->
                    new ChallengeTask(Mode.VERIFIER, null, 0, settings.siteKey(), expiresAt);
            case OFF -> new ChallengeTask(Mode.OFF, null, 0, null, expiresAt);
        };
    }

    /** Whether a login needs an answer to a challenge. A sign-up always does. */
    public boolean isNeededFor(String email, Origin origin) {
        return settings.mode() != Mode.OFF
                && (failures.ofEmail(email) >= settings.loginFailures()
                        || failures.ofNetwork(origin) >= settings.networkFailures());
    }

    /** Checks the answer that the client gave, which is used up if it is right. */
    public Result check(Origin origin) {
        if (settings.mode() == Mode.OFF) {
            return Result.PASSED;
        }
        @Nullable String answer = origin.challenge();
        if (answer == null || answer.isEmpty()) {
            return Result.MISSING;
        }
        return verifier == null ? checkWork(answer) : verifier.check(answer, origin.address());
    }

    /** The answer is the challenge, a dot and the number. */
    private Result checkWork(String answer) {
        int dot = answer.lastIndexOf('.');
        String signed = answer.substring(0, Math.max(dot, 0));
        @Nullable Challenge challenge = Challenge.read(signed, hash);
        boolean isRight =
                challenge != null
                        && clock.instant().isBefore(challenge.expiresAt())
                        && ProofOfWork.isSolution(
                                signed, answer.substring(dot + 1), challenge.bits())
                        && store.use(challenge);
        return isRight ? Result.PASSED : Result.FAILED;
    }

    public int deleteExpired(int rowsMax) {
        // a margin, because the clocks of the nodes differ
        return store.deleteExpired(clock.instant().minus(Duration.ofMinutes(10)), rowsMax);
    }

    /** One bit more for each doubling of the failures, from half of what makes logins need one. */
    private int bitsFor(int networkFailures) {
        int steps = networkFailures / Math.max(1, settings.networkFailures() / 2);
        int more = Integer.SIZE - Integer.numberOfLeadingZeros(steps);
        return Math.min(Math.max(settings.bits(), settings.bitsMax()), settings.bits() + more);
    }

    @Override
    public void close() {
        if (verifier != null) {
            verifier.close();
        }
    }
}
