package onsale.user.email;

import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.MailRequested.Template;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.user.email.EmailCodes.Check;
import onsale.user.email.EmailCodes.Issue;
import onsale.user.email.EmailCodes.Purpose;
import onsale.user.mail.MailRequests;

/** Confirms that the owner of an account reads the mail of its address. */
public final class VerifyEmail {

    /** The outcome of asking for a code. */
    public sealed interface Asked {
        record Sent() implements Asked {}

        /** The address is confirmed already. */
        record NotNeeded() implements Asked {}

        record TooSoon(Duration pause) implements Asked {}

        /** This deployment sends no mail. */
        record NoMail() implements Asked {}

        record Gone() implements Asked {}
    }

    /** The outcome of giving a code. */
    public sealed interface Confirmed {
        record Done() implements Confirmed {}

        record Wrong(int triesLeft) implements Confirmed {}

        record Expired() implements Confirmed {}
    }

    private record Address(byte[] hash, boolean verified) {}

    private final Database database;
    private final EmailCodes codes;
    private final MailRequests mails;
    private final Clock clock;

    public VerifyEmail(Database database, EmailCodes codes, MailRequests mails, Clock clock) {
        this.database = database;
        this.codes = codes;
        this.mails = mails;
        this.clock = clock;
    }

    /** Mails a code; at a sign-up in its transaction. */
    public Asked ask(UUID userId) {
        if (!mails.isOn()) {
            return new Asked.NoMail();
        }
        return database.inTransaction(() -> {
            Optional<Address> address = lock(userId);
            if (address.isEmpty()) {
                return new Asked.Gone();
            }
            return address.get().verified()
                    ? new Asked.NotNeeded()
                    : send(userId, address.get().hash());
        });
    }

    public Confirmed confirm(UUID userId, String code) {
        return database.inTransaction(() ->
                switch (codes.check(userId, Purpose.VERIFY, code)) {
                    case Check.Wrong wrong -> new Confirmed.Wrong(wrong.triesLeft());
                    case Check.Expired _ -> new Confirmed.Expired();
                    case Check.Right right ->
                            verified(userId, right.emailHash())
                                    ? new Confirmed.Done()
                                    : new Confirmed.Expired();
                });
    }

    private Asked send(UUID userId, byte[] emailHash) {
        return switch (codes.issue(userId, Purpose.VERIFY, emailHash)) {
            case Issue.TooSoon soon -> new Asked.TooSoon(soon.pause());
            case Issue.Issued issued -> {
                mails.ask(
                        userId, Template.EMAIL_CODE, Map.of("code", issued.code()), issued.until());
                yield new Asked.Sent();
            }
        };
    }

    private Optional<Address> lock(UUID userId) {
        return database.sql()
                .sql(
                        """
                        select email_hash, email_verified_at from users
                        where id = :id and status = 'ACTIVE' for update
                        """)
                .param("id", userId)
                .query((row, n) ->
                        new Address(
                                row.getBytes("email_hash"),
                                row.getObject("email_verified_at") != null))
                .optional();
    }

    /** Returns false if the account has another address by now. */
    private boolean verified(UUID userId, byte[] emailHash) {
        return database.sql()
                        .sql(
                                """
                                update users set email_verified_at = :now, updated_at = now()
                                where id = :id and email_hash = :hash and status = 'ACTIVE'
                                """)
                        .param("now", Times.param(clock.instant()))
                        .param("id", userId)
                        .param("hash", emailHash)
                        .update()
                == 1;
    }
}
