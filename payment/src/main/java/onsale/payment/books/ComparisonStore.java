package onsale.payment.books;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** The progress of each nightly comparison, and the differences it found. */
public final class ComparisonStore {

    /**
     * A comparison that is not finished.
     *
     * @param cursor where the provider's list is read on; null at its beginning
     */
    public record Night(LocalDate day, Instant beganAt, @Nullable String cursor) {}

    private final Database database;

    public ComparisonStore(Database database) {
        this.database = database;
    }

    /**
     * Today's comparison, from that hour on in the zone of the sales. Empty before, and once it is
     * finished.
     */
    public Optional<Night> due(int hour, String zone) {
        database.sql()
                .sql(
                        """
                        insert into comparisons (day)
                        select (now() at time zone :zone)::date
                        where extract(hour from now() at time zone :zone) >= :hour
                        on conflict do nothing
                        """)
                .param("zone", zone)
                .param("hour", hour)
                .update();
        return unfinished();
    }

    Optional<Night> unfinished() {
        return database.sql()
                .sql(
                        """
                        select day, began_at, cursor from comparisons where finished_at is null
                        order by day desc limit 1
                        """)
                .query((row, number) ->
                        new Night(
                                row.getObject("day", LocalDate.class),
                                Times.read(row, "began_at"),
                                row.getString("cursor")))
                .optional();
    }

    /** Keeps how far the provider's list has been read. */
    void listed(LocalDate day, int count, @Nullable String cursor) {
        database.sql()
                .sql(
                        """
                        update comparisons set listed = listed + :count, cursor = :cursor::varchar
                        where day = :day
                        """)
                .param("count", count)
                .param("cursor", cursor)
                .param("day", day)
                .update();
    }

    void finish(LocalDate day) {
        database.sql()
                .sql(
                        "update comparisons set finished_at = now() where day <= ? and finished_at is null")
                .param(day)
                .update();
    }

    /** Marks payments of ours as compared. */
    void seen(LocalDate day, Collection<String> providerIds) {
        database.sql()
                .sql("update payments set compared_on = ? where provider_id = any (?)")
                .params(day, providerIds.toArray(new String[0]))
                .update();
    }

    /** Payments that were paid here and were not in the provider's list. */
    List<String> unseen(LocalDate day, Instant from, Instant until, int max) {
        return database.sql()
                .sql(
                        """
                        select provider_id from payments
                        where status in ('SUCCESS', 'REFUNDED') and amount > 0 and created_at between ? and ?
                          and compared_on is distinct from ?
                        order by created_at limit ?
                        """)
                .params(Times.param(from), Times.param(until), day, max)
                .query(String.class)
                .list();
    }

    /** Keeps a difference. True if no earlier night has found it. */
    boolean report(LocalDate day, Difference difference) {
        return database.sql()
                .sql(
                        """
                        insert into differences
                            (provider_id, kind, here_won, there_won, what_follows, first_on, last_on)
                        values (:provider, :kind, :here, :there, :follows, :day, :day)
                        on conflict (provider_id, kind) do update
                        set here_won = excluded.here_won, there_won = excluded.there_won,
                            what_follows = excluded.what_follows, last_on = excluded.last_on
                        returning first_on = last_on
                        """)
                .param("provider", difference.providerId())
                .param("kind", difference.kind().name())
                .param("here", difference.hereWon(), java.sql.Types.NUMERIC)
                .param("there", difference.thereWon(), java.sql.Types.NUMERIC)
                .param("follows", difference.whatFollows())
                .param("day", day)
                .query(Boolean.class)
                .single();
    }

    /** How many differences the last finished comparison has found. */
    public long differences() {
        return database.sql()
                .sql(
                        """
                        select count(*) from differences
                        where last_on = (select max(day) from comparisons
                                         where finished_at is not null)
                        """)
                .query(Long.class)
                .single();
    }

    /** The answers of the provider that are so old, at most 10,000. */
    long countAnswersOlderThan(Duration age) {
        return database.sql()
                .sql(
                        """
                        select count(*) from (
                            select from payments
                            where created_at < now() - ? * interval '1 s'
                              and portone_response is not null limit 10000) old
                        """)
                .param(age.toSeconds())
                .query(Long.class)
                .single();
    }

    /** Deletes answers of the provider that are so old. Returns how many. */
    int deleteAnswersOlderThan(Duration age, int max) {
        return database.sql()
                .sql(
                        """
                        update payments set portone_response = null where id in (
                            select id from payments
                            where created_at < now() - ? * interval '1 s'
                              and portone_response is not null limit ?)
                        """)
                .params(age.toSeconds(), max)
                .update();
    }
}
