package onsale.payment;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** How far the nightly comparison is, and what it found. */
final class ComparisonStore {

    /** One night's comparison, not finished. */
    record Night(LocalDate day, Instant beganAt, @Nullable String cursor) {}

    record Difference(
            String providerId,
            String kind,
            @Nullable Long hereWon,
            @Nullable Long thereWon,
            String whatFollows) {}

    private final Database database;

    ComparisonStore(Database database) {
        this.database = database;
    }

    /** Today's, once the hour has come where the sales are; nothing if it is done. */
    Optional<Night> due(int hour, String zone) {
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

    void seen(LocalDate day, Collection<String> providerIds) {
        database.sql()
                .sql("update payments set compared_on = ? where provider_id = any (?)")
                .params(day, providerIds.toArray(new String[0]))
                .update();
    }

    /** Paid as far as we know, and not in the list we have read. */
    List<String> unseen(LocalDate day, Instant from, Instant until, int max) {
        return database.sql()
                .sql(
                        """
                        select provider_id from payments
                        where status in ('SUCCESS', 'REFUNDED') and created_at between ? and ?
                          and compared_on is distinct from ?
                        order by created_at limit ?
                        """)
                .params(Times.param(from), Times.param(until), day, max)
                .query(String.class)
                .list();
    }

    /** True if it was not known from an earlier night. */
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
                .param("provider", difference.providerId)
                .param("kind", difference.kind)
                .param("here", difference.hereWon, java.sql.Types.NUMERIC)
                .param("there", difference.thereWon, java.sql.Types.NUMERIC)
                .param("follows", difference.whatFollows)
                .param("day", day)
                .query(Boolean.class)
                .single();
    }

    /** What the last comparison that is finished has found. */
    long differences() {
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

    /** The provider's answers that need not be kept any longer; how many. */
    int forgetAnswers(Duration age, int max) {
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
