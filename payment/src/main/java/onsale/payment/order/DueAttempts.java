package onsale.payment.order;

import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;

/** Attempts whose end is not known, and when the provider is asked about each of them. */
public final class DueAttempts {

    private final Database database;

    public DueAttempts(Database database) {
        this.database = database;
    }

    /**
     * Takes attempts that are due. Each is due again later, after longer and longer times up to a
     * minute, until its end is known; nobody else takes it before.
     */
    public List<PaymentAttempt> take(int max) {
        return database.sql()
                .sql(
                        """
                        update payments
                        set asked = asked + 1,
                            ask_again_at =
                                now() + least(60, power(2, least(asked, 6))) * interval '1 s'
                        where id in (
                            select id from payments
                            where status = 'PENDING' and confirm_started_at is not null
                              and ask_again_at <= now()
                            order by ask_again_at limit ? for update skip locked)
                        returning
                        """
                                + AttemptRow.COLUMNS)
                .param(max)
                .query(AttemptRow::read)
                .list();
    }

    /** The provider is asked about the attempt in a second. */
    public void askSoon(UUID id) {
        database.sql()
                .sql(
                        """
                        update payments set ask_again_at = now() + interval '1 s'
                        where id = ? and status = 'PENDING'
                        """)
                .param(id)
                .update();
    }

    /** The provider is asked about the attempt now. False if its end is known. */
    public boolean askNow(UUID id) {
        return database.sql()
                        .sql(
                                """
                                update payments set ask_again_at = now()
                                where id = ? and status = 'PENDING' and confirm_started_at is not null
                                """)
                        .param(id)
                        .update()
                == 1;
    }

    /** How many have been without a known end for more than a minute. */
    public long countOverdue() {
        return database.sql()
                .sql(
                        """
                        select count(*) from payments
                        where status = 'PENDING' and confirm_started_at < now() - interval '1 minute'
                        """)
                .query(Long.class)
                .single();
    }
}
