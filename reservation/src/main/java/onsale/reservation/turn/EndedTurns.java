package onsale.reservation.turn;

import onsale.contracts.EntryEnded;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.platform.job.Lease;

/**
 * Turns that ended before their tokens did, as the queue tells it. The hold statement gives no
 * seats to them. A row is kept as long as a token of its turn could still be good.
 */
public final class EndedTurns {

    private static final int AT_ONCE = 5_000;

    private final Database database;

    public EndedTurns(Database database) {
        this.database = database;
    }

    /**
     * Notes the end of a turn. Told twice or after the last token has ended, it changes nothing.
     */
    public void ended(EntryEnded told) {
        database.sql()
                .sql(
                        """
                        insert into ended_turns (turn_id, tokens_until)
                        select ?, t.until from (values (?::timestamptz)) t (until)
                        where t.until > now() on conflict do nothing
                        """)
                .params(told.turnId(), Times.param(told.tokensUntil()))
                .update();
    }

    /** Deletes turns whose tokens have all ended. */
    public void forget(Lease lease) {
        while (forgetSome() == AT_ONCE && lease.stillMine()) {
            // there may be more
        }
    }

    /** The hold statement refuses tokens by the same clock, so no token outlives its row. */
    private int forgetSome() {
        return database.sql()
                .sql(
                        """
                        delete from ended_turns where turn_id in (
                            select turn_id from ended_turns where tokens_until <= now()
                            limit ?)
                        """)
                .param(AT_ONCE)
                .update();
    }

    /** Whether a turn holds no more seats: used to buy, ended, or out of time. */
    public boolean isOver(Turn turn) {
        return database.sql()
                .sql(
                        """
                        select exists (select from reservations
                                       where turn_id = ? and confirmed_at is not null)
                            or exists (select from ended_turns where turn_id = ?)
                            or now() >= ?
                        """)
                .params(turn.id(), turn.id(), Times.param(turn.until()))
                .query(Boolean.class)
                .single();
    }
}
