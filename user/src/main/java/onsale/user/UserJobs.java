package onsale.user;

import java.time.Clock;
import java.time.Duration;
import java.util.function.IntSupplier;
import onsale.platform.job.Jobs;
import onsale.platform.job.Lease;
import onsale.user.account.Dormancy;
import onsale.user.account.ReencryptAccounts;
import onsale.user.booking.BookingStore;
import onsale.user.botcheck.BotCheck;
import onsale.user.deletion.PurgeAccounts;
import onsale.user.email.ChangeEmail;
import onsale.user.email.EmailCodes;
import onsale.user.factor.FactorStore;
import onsale.user.identity.Identities;
import onsale.user.login.LoginDelays;
import onsale.user.login.LoginHistory;
import onsale.user.session.SessionStore;
import onsale.user.social.SocialStore;
import onsale.user.token.SigningKeys;

/** The periodic work of the user context, which its nodes share. */
final class UserJobs {

    private static final Duration EVERY = Duration.ofMinutes(10);
    private static final Duration LEASE = Duration.ofMinutes(5);
    private static final int ROWS_MAX = 500;

    private final SigningKeys keys;
    private final ReencryptAccounts reencryptAccounts;
    private final FactorStore factors;
    private final SessionStore sessions;
    private final LoginHistory history;
    private final LoginDelays delays;
    private final BotCheck botCheck;
    private final Identities identities;
    private final Dormancy dormancy;
    private final PurgeAccounts purgeAccounts;
    private final EmailCodes codes;
    private final ChangeEmail changeEmail;
    private final BookingStore bookings;
    private final SocialStore social;
    private final Clock clock;
    private final UserSettings settings;

    UserJobs(
            SigningKeys keys,
            ReencryptAccounts reencryptAccounts,
            FactorStore factors,
            SessionStore sessions,
            LoginHistory history,
            LoginDelays delays,
            BotCheck botCheck,
            Identities identities,
            Dormancy dormancy,
            PurgeAccounts purgeAccounts,
            EmailCodes codes,
            ChangeEmail changeEmail,
            BookingStore bookings,
            SocialStore social,
            Clock clock,
            UserSettings settings) {
        this.keys = keys;
        this.reencryptAccounts = reencryptAccounts;
        this.factors = factors;
        this.sessions = sessions;
        this.history = history;
        this.delays = delays;
        this.botCheck = botCheck;
        this.identities = identities;
        this.dormancy = dormancy;
        this.purgeAccounts = purgeAccounts;
        this.codes = codes;
        this.changeEmail = changeEmail;
        this.bookings = bookings;
        this.social = social;
        this.clock = clock;
        this.settings = settings;
    }

    UserJobs start(Jobs jobs) {
        jobs.every("signing-keys", EVERY, LEASE, lease -> keys.rotate());
        jobs.every(
                "newest-data-key",
                EVERY,
                LEASE,
                lease -> {
                    inBatches(lease, () -> reencryptAccounts.run(ROWS_MAX));
                    factors.reencrypt();
                });
        jobs.every("purge-sessions", EVERY, LEASE, lease -> inBatches(lease, this::purgeSessions));
        jobs.every("purge-logins", EVERY, LEASE, lease -> inBatches(lease, this::purgeLogins));
        jobs.every(
                "login-months", EVERY, LEASE, lease -> history.maintain(settings.loginsKeptFor()));
        jobs.every("dormant-accounts", EVERY, LEASE, lease -> inBatches(lease, this::dormant));
        jobs.every(
                "purge-accounts",
                EVERY,
                LEASE,
                lease -> inBatches(lease, () -> purgeAccounts.run(ROWS_MAX)));
        jobs.every("purge-emails", EVERY, LEASE, lease -> inBatches(lease, this::purgeEmails));
        return this;
    }

    private int purgeSessions() {
        return sessions.deleteEnded(settings.accessFor().multipliedBy(2), ROWS_MAX);
    }

    private int purgeLogins() {
        return history.deleteWithoutAccount(LoginHistory.WITHOUT_ACCOUNT, ROWS_MAX)
                + delays.deleteForgotten(ROWS_MAX)
                + botCheck.deleteExpired(ROWS_MAX)
                + identities.deleteOld(ROWS_MAX)
                + social.deleteOld(ROWS_MAX);
    }

    private int purgeEmails() {
        return codes.deleteOld(ROWS_MAX)
                + changeEmail.deleteOld(ROWS_MAX)
                + bookings.deleteOld(clock.instant(), ROWS_MAX);
    }

    private int dormant() {
        return dormancy.giveNotice(ROWS_MAX).size() + dormancy.makeDormant(ROWS_MAX);
    }

    /** Repeats a batch until it has changed no row, or the lease is lost. */
    private static void inBatches(Lease lease, IntSupplier batch) {
        while (batch.getAsInt() > 0 && lease.stillMine()) {
            // the next batch
        }
    }
}
