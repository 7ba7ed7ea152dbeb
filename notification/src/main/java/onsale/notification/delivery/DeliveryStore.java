package onsale.notification.delivery;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import onsale.contracts.MailRequested;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.springframework.jdbc.core.simple.JdbcClient.StatementSpec;

/** The table {@code deliveries}. Times are the database's, because nodes share the work. */
public final class DeliveryStore {

    private static final String COLUMNS =
            """
            request_id, channel, target, user_id, template, language, letter, content, attempts,
            created_at
            """;

    private static final String CLAIMED =
            """
            where request_id = :request and channel = :channel and target = :target
              and state = 'PENDING' and attempts = :attempts
            """;

    private final Database database;

    public DeliveryStore(Database database) {
        this.database = database;
    }

    /** The same request again changes nothing. */
    public void insert(MailRequested asked, Duration giveUpAfter) {
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

    /** What a person is told of, before the channels are known. */
    public record Told(
            UUID requestId,
            UUID userId,
            String template,
            String matter,
            String content,
            Instant usefulUntil) {}

    /**
     * A delivery for each channel that the person has chosen, and for each device of a push. The
     * same again changes nothing.
     *
     * @param offered the channels of this installation
     * @param always the channels that nobody can choose away for this
     */
    public void insert(
            Told told, List<String> offered, List<String> byDefault, List<String> always) {
        database.sql()
                .sql(
                        """
                        insert into deliveries (request_id, channel, target, user_id, template,
                                                content, useful_until)
                        select :request, c.channel, coalesce(d.id, :none), :user, :template,
                               :content, :usefulUntil
                        from unnest(:offered::text[]) as c (channel)
                        left join devices d on d.user_id = :user and d.channel = c.channel
                        where (d.id is not null or c.channel in ('EMAIL', 'SMS'))
                          and case when c.channel in ('FCM', 'WEB_PUSH') then 'PUSH'
                                   else c.channel end
                              = any(coalesce((select channels from choices
                                              where user_id = :user and matter = :matter),
                                             :byDefault::text[]) || :always::text[])
                        on conflict do nothing
                        """)
                .param("request", told.requestId())
                .param("none", Delivery.NO_TARGET)
                .param("user", told.userId())
                .param("template", told.template())
                .param("matter", told.matter())
                .param("content", told.content())
                .param("usefulUntil", Times.param(told.usefulUntil()))
                .param("offered", offered.toArray(String[]::new))
                .param("byDefault", byDefault.toArray(String[]::new))
                .param("always", always.toArray(String[]::new))
                .update();
    }

    /** Whether there is anything to send or to give up: the one question of an idle node. */
    boolean hasDue(Channel channel) {
        return database.sql()
                .sql(
                        """
                        select exists (select from deliveries
                                       where state = 'PENDING' and channel = :channel
                                         and next_at <= now())
                        """)
                .param("channel", channel.name())
                .query(Boolean.class)
                .single();
    }

    /** Takes what is due next; nobody else does before the lease ends. */
    List<Delivery> claim(Channel channel, Duration lease, int rowsMax) {
        return database
                .sql()
                .sql(
                        """
                        update deliveries
                        set attempts = attempts + 1, next_at = now() + :lease * interval '1 ms'
                        where (request_id, channel, target) in (
                            select request_id, channel, target from deliveries
                            where state = 'PENDING' and channel = :channel and next_at <= now()
                              and useful_until > now()
                            order by next_at limit :max for update skip locked)
                        returning %s
                        """
                                .formatted(COLUMNS))
                .param("channel", channel.name())
                .param("lease", lease.toMillis())
                .param("max", rowsMax)
                .query(DeliveryStore::row)
                .list()
                .stream()
                .sorted(Comparator.comparing(Delivery::createdAt))
                .toList();
    }

    void sent(Delivery one) {
        end(one, "state = 'SENT'", "");
    }

    void failed(Delivery one, String why) {
        end(one, "state = 'FAILED', failure = :why", why);
    }

    void retry(Delivery one, Duration after) {
        claimed("update deliveries set next_at = now() + :after * interval '1 ms' ", one)
                .param("after", after.toMillis())
                .update();
    }

    /** As if it had never been claimed: nobody has tried it. */
    void putBack(Delivery one, Duration after) {
        claimed(
                        """
                        update deliveries set attempts = attempts - 1,
                               next_at = now() + :after * interval '1 ms'
                        """,
                        one)
                .param("after", after.toMillis())
                .update();
    }

    /** Gives up what nobody would want any more. */
    int expire(Channel channel, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        update deliveries
                        set state = 'FAILED', failure = 'TOO_LATE', letter = null, ended_at = now()
                        where (request_id, channel, target) in (
                            select request_id, channel, target from deliveries
                            where state = 'PENDING' and channel = :channel
                              and useful_until <= now() and next_at <= now()
                            limit :max for update skip locked)
                        """)
                .param("channel", channel.name())
                .param("max", rowsMax)
                .update();
    }

    public int deleteOld(Duration keptFor, int rowsMax) {
        return database.sql()
                .sql(
                        """
                        delete from deliveries where (request_id, channel, target) in (
                            select request_id, channel, target from deliveries
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
                        where (request_id, channel, target) in (
                            select request_id, channel, target from deliveries
                            where state = 'PENDING' and channel = 'EMAIL'
                            limit :max for update skip locked)
                        """)
                .param("max", rowsMax)
                .update();
    }

    List<Delivery> kept(int rowsMax) {
        return database.sql()
                .sql(
                        """
                        select %s from deliveries
                        where state = 'SENT' and channel = 'EMAIL' and ended_at is not null
                          and (letter is not null or content is not null)
                        order by ended_at desc, request_id desc limit :max
                        """
                                .formatted(COLUMNS))
                .param("max", rowsMax)
                .query(DeliveryStore::row)
                .list();
    }

    /** Guarded by the claim: whoever lost it changes nothing. */
    private void end(Delivery one, String change, String why) {
        var sql =
                claimed(
                        "update deliveries set %s, letter = null, ended_at = now() "
                                .formatted(change),
                        one);
        (why.isEmpty() ? sql : sql.param("why", why)).update();
    }

    private StatementSpec claimed(String change, Delivery one) {
        return database.sql()
                .sql(change + CLAIMED)
                .param("request", one.requestId())
                .param("channel", one.channel().name())
                .param("target", one.target())
                .param("attempts", one.attempts());
    }

    private static Delivery row(ResultSet row, int n) throws SQLException {
        return new Delivery(
                row.getObject("request_id", UUID.class),
                Channel.valueOf(row.getString("channel")),
                row.getObject("target", UUID.class),
                row.getObject("user_id", UUID.class),
                row.getString("template"),
                row.getString("language"),
                row.getString("letter"),
                row.getString("content"),
                row.getInt("attempts"),
                Times.read(row, "created_at"));
    }
}
