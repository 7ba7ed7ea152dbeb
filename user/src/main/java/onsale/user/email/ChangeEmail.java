package onsale.user.email;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.MailRequested.Template;
import onsale.platform.Ids;
import onsale.platform.Sha256;
import onsale.platform.db.Database;
import onsale.user.account.PersonalData;
import onsale.user.email.EmailChangeStore.Change;
import onsale.user.email.EmailCodes.Check;
import onsale.user.email.EmailCodes.Issue;
import onsale.user.email.EmailCodes.Purpose;
import onsale.user.mail.MailRequests;
import onsale.user.session.SessionStore.Reason;
import onsale.user.session.Sessions;
import org.springframework.dao.DuplicateKeyException;

/**
 * Changes the e-mail address of a user who has given the present password. The new address gets a
 * code, the old one a notice by which its owner can refuse the change for a week, also when it has
 * happened: a thief who knows the password does not keep the account.
 */
public final class ChangeEmail {

    /** The outcome of asking for a change. */
    public sealed interface Asked {
        record Sent() implements Asked {}

        /** It is the address that the account has. */
        record Same() implements Asked {}

        record Taken() implements Asked {}

        record TooSoon(Duration pause) implements Asked {}

        /** This deployment sends no mail. */
        record NoMail() implements Asked {}

        record Gone() implements Asked {}
    }

    /** The outcome of giving the code. */
    public sealed interface Confirmed {
        record Done() implements Confirmed {}

        record Wrong(int triesLeft) implements Confirmed {}

        record Expired() implements Confirmed {}

        record Taken() implements Confirmed {}
    }

    private static final Duration REFUSABLE_FOR = Duration.ofDays(7);
    private static final int REFUSAL_BYTES = 24;

    private final Database database;
    private final EmailChangeStore store;
    private final PersonalData personal;
    private final EmailCodes codes;
    private final MailRequests mails;
    private final Sessions sessions;
    private final Ids ids;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    public ChangeEmail(
            Database database,
            PersonalData personal,
            EmailCodes codes,
            MailRequests mails,
            Sessions sessions,
            Ids ids,
            Clock clock) {
        this.database = database;
        this.store = new EmailChangeStore(database, personal);
        this.personal = personal;
        this.codes = codes;
        this.mails = mails;
        this.sessions = sessions;
        this.ids = ids;
        this.clock = clock;
    }

    /** The caller has checked the present password. */
    public Asked ask(UUID userId, String email) {
        if (!mails.isOn()) {
            return new Asked.NoMail();
        }
        String next = PersonalData.normalEmail(email);
        return database.inTransaction(() -> {
            Optional<String> present = store.lockEmail(userId);
            if (present.isEmpty()) {
                return new Asked.Gone();
            }
            if (Arrays.equals(personal.emailHash(present.get()), personal.emailHash(next))) {
                return new Asked.Same();
            }
            return store.isTaken(next) ? new Asked.Taken() : ask(userId, present.get(), next);
        });
    }

    private Asked ask(UUID userId, String present, String next) {
        switch (codes.issue(userId, Purpose.CHANGE, personal.emailHash(next))) {
            case Issue.TooSoon soon -> {
                return new Asked.TooSoon(soon.pause());
            }
            case Issue.Issued issued -> {
                Instant now = clock.instant();
                Instant refusableUntil = now.plus(REFUSABLE_FOR);
                byte[] bytes = new byte[REFUSAL_BYTES];
                random.nextBytes(bytes);
                String refusal = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
                store.insert(
                        new Change(ids.next(), userId, present, next, now),
                        Sha256.of(refusal),
                        refusableUntil);
                mails.ask(
                        userId,
                        Template.EMAIL_CHANGE_CODE,
                        next,
                        Map.of("code", issued.code()),
                        issued.until());
                mails.ask(
                        userId,
                        Template.EMAIL_CHANGE_NOTICE,
                        Map.of("newEmail", next, "refusal", refusal),
                        refusableUntil);
                return new Asked.Sent();
            }
        }
    }

    public Confirmed confirm(UUID userId, String code) {
        try {
            return database.inTransaction(() ->
                    switch (codes.check(userId, Purpose.CHANGE, code)) {
                        case Check.Wrong wrong -> new Confirmed.Wrong(wrong.triesLeft());
                        case Check.Expired _ -> new Confirmed.Expired();
                        case Check.Right right -> change(userId, right.emailHash());
                    });
        } catch (DuplicateKeyException e) {
            return new Confirmed.Taken(); // since the code was mailed
        }
    }

    private Confirmed change(UUID userId, byte[] emailHash) {
        Optional<Change> change =
                store.lockEmail(userId).isPresent()
                        ? store.lockPending(userId, emailHash)
                        : Optional.empty();
        if (change.isEmpty()) {
            return new Confirmed.Expired();
        }
        store.setEmail(userId, change.get().newEmail(), clock.instant());
        store.done(change.get());
        return new Confirmed.Done();
    }

    /**
     * Refuses a change by the token that the old address was mailed. The old address is the
     * account's again unless somebody else has it, all sessions end, and the password is void: its
     * owner sets another by an identity check. Returns false if there is nothing to refuse.
     */
    public boolean refuse(String token) {
        List<UUID> ended =
                database.inTransaction(() -> {
                    Optional<Change> found = store.lockRefusable(Sha256.of(token), clock.instant());
                    if (found.isEmpty()) {
                        return null;
                    }
                    Change change = found.get();
                    if (!store.isTaken(change.oldEmail())) {
                        store.setEmail(change.userId(), change.oldEmail(), clock.instant());
                    }
                    store.refused(change);
                    store.secure(change.userId());
                    return sessions.revokeAll(change.userId(), null, Reason.REFUSED);
                });
        if (ended == null) {
            return false;
        }
        sessions.publish(ended);
        return true;
    }

    public int deleteOld(int rowsMax) {
        return store.deleteOld(clock.instant().minus(REFUSABLE_FOR), rowsMax);
    }
}
