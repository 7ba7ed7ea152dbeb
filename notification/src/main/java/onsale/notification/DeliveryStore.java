package onsale.notification;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.MailRequested;
import onsale.contracts.MailRequested.Template;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** The table {@code deliveries}. Times are the database's, because nodes share the work. */
final class DeliveryStore {

    private static final String COLUMNS =
            "request_id, template, language, letter, attempts, created_at";

    private final Database database;

    DeliveryStore(Database database) {
        this.database = database;
    }

    /** The same request again changes nothing. */
    void insert(MailRequested asked, Duration giveUpAfter) {
        database.sql()
                .sql(
                        """
                        insert into deliveries (request_id, channel, user_id, template, language,
                                                letter, useful_until)
                        values (:request, 'EMAIL', :user, :template, :language, :letter,
                                least(:usefulUntil, now() + :giveUp * interval '1 ms'))
                        on conflict do nothing
                        """)
                .param("request", asked.requestId())
                .param("user", asked.userId())
                .param("template", asked.template().name())
                .param("language", asked.language())
                .param("letter", asked.letter())
                .param("usefulUntil", Times.param(asked.usefulUntil()))
                .param("giveUp", giveUpAfter.toMillis())
                .update();
    }

    /** Whether there is anything to send or to give up: the one question of an idle node. */
    boolean hasDue() {
        return database.sql()
                .sql(
                        """
                        select exists (select from deliveries
                                       where state = 'PENDING' and next_at <= now())
                        """)
                .query(Boolean.class)
                .single();
    }

    /** Takes the next mail that is due; nobody else does before the lease ends. */
    Optional<Delivery> claim(Duration lease) {
        return database.sql()
                .sql(
                        """
                        update deliveries
                        set attempts = attempts + 1, next_at = now() + :lease * interval '1 ms'
                        where (request_id, channel) in (
                            select request_id, channel from deliveries
                            where state = 'PENDING' and next_at <= now() and useful_until > now()
                            order by next_at limit 1 for update skip locked)
                        returning %s
                        """
                                .formatted(COLUMNS))
                .param("lease", lease.toMillis())
                .query(DeliveryStore::row)
                .optional();
    }

    void sent(Delivery mail) {
        end(mail, "state = 'SENT'", "");
    }

    void failed(Delivery mail, String why) {
        end(mail, "state = 'FAILED', failure = :why", why);
    }

    void retry(Delivery mail, Duration after) {
        database.sql()
                .sql(
                        """
                        update deliveries set next_at = now() + :after * interval '1 ms'
                        where request_id = :request and channel = 'EMAIL' and state = 'PENDING'
                          and attempts = :attempts
                        """)
                .param("after", after.toMillis())
                .param("request", mail.requestId())
                .param("attempts", mail.attempts())
                .update();
    }

    /** Gives up what nobody would want any more. */
    int expire(int rowsMax) {
        return database.sql()
                .sql(
                        """
                        update deliveries
                        set state = 'FAILED', failure = 'TOO_LATE', letter = null, ended_at = now()
                        where (request_id, channel) in (
                            select request_id, channel from deliveries
                            where state = 'PENDING' and useful_until <= now() and next_at <= now()
                            limit :max for update skip locked)
                        """)
                .param("max", rowsMax)
                .update();
    }

    int deleteOld(Duration keptFor, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from deliveries where (request_id, channel) in (
                            select request_id, channel from deliveries
                            where ended_at < now() - :kept * interval '1 s' limit :max)
                        """)
                .param("kept", keptFor.toSeconds())
                .param("max", rowsMax)
                .update();
    }

    // ---- the mailbox of a demo

    int keepDue(int rowsMax) {
        return database.sql()
                .sql(
                        """
                        update deliveries set state = 'SENT', ended_at = now()
                        where (request_id, channel) in (
                            select request_id, channel from deliveries
                            where state = 'PENDING' limit :max for update skip locked)
                        """)
                .param("max", rowsMax)
                .update();
    }

    List<Delivery> kept(int rowsMax) {
        return database.sql()
                .sql(
                        """
                        select %s from deliveries
                        where state = 'SENT' and letter is not null and ended_at is not null
                        order by ended_at desc, request_id desc limit :max
                        """
                                .formatted(COLUMNS))
                .param("max", rowsMax)
                .query(DeliveryStore::row)
                .list();
    }

    /** Guarded by the claim: whoever lost it changes nothing. */
    private void end(Delivery mail, String change, String why) {
        var sql =
                database.sql()
                        .sql(
                                """
                                update deliveries set %s, letter = null, ended_at = now()
                                where request_id = :request and channel = 'EMAIL'
                                  and state = 'PENDING' and attempts = :attempts
                                """
                                        .formatted(change))
                        .param("request", mail.requestId())
                        .param("attempts", mail.attempts());
        (why.isEmpty() ? sql : sql.param("why", why)).update();
    }

    private static Delivery row(ResultSet row, int n) throws SQLException {
        return new Delivery(
                row.getObject("request_id", UUID.class),
                Template.valueOf(row.getString("template")),
                row.getString("language"),
                row.getString("letter"),
                row.getInt("attempts"),
                Times.read(row, "created_at"));
    }
}
