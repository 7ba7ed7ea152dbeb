package onsale.payment.points;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/**
 * The tables of points. Whoever changes a fan's points has locked the account; whoever changes
 * those of a payment has locked its order before.
 */
final class PointStore {

    /** Where the points of a lot are. */
    enum State {
        PENDING,
        SPENDABLE,
        EXPIRED
    }

    /** The points of one payment. */
    record Lot(UUID id, UUID userId, long points, long remaining, long reversed, State state) {}

    /** Points of a lot that a payment was made with. */
    record Spend(UUID lotId, long points, long returned) {}

    /**
     * A payment as far as its points go.
     *
     * @param refundPriceWon the price of the seats that were given back
     */
    record EarningPayment(
            UUID id,
            UUID userId,
            long amountWon,
            long points,
            long refundPriceWon,
            boolean wasPaid,
            @Nullable Instant refundableUntil) {

        /** What it earns: a percentage of the money for the seats that were kept. */
        long earns(int percent) {
            long total = amountWon + points;
            return !wasPaid || total == 0
                    ? 0
                    : amountWon * (total - refundPriceWon) / total * percent / 100;
        }
    }

    private static final String LOT = "select id, user_id, points, remaining, reversed, state ";

    private final Database database;

    PointStore(Database database) {
        this.database = database;
    }

    /** Makes the account if need be, and locks it until the transaction ends. */
    void lockAccount(UUID userId) {
        database.sql()
                .sql("insert into point_accounts (user_id) values (?) on conflict do nothing")
                .param(userId)
                .update();
        database.sql()
                .sql("select user_id from point_accounts where user_id = ? for update")
                .param(userId)
                .query(UUID.class)
                .list();
    }

    void addSpendable(UUID userId, long points) {
        database.sql()
                .sql("update point_accounts set spendable = spendable + ? where user_id = ?")
                .params(points, userId)
                .update();
    }

    // ---- lots

    Optional<Lot> lot(UUID id) {
        return database.sql()
                .sql(LOT + "from point_lots where id = ?")
                .param(id)
                .query(Lot.class)
                .optional();
    }

    /** The spendable lots of a fan, those that expire first first. */
    List<Lot> spendable(UUID userId) {
        return database.sql()
                .sql(
                        LOT
                                + """
                                from point_lots
                                where user_id = ? and state = 'SPENDABLE' and remaining > 0
                                  and expires_at > now()
                                order by expires_at, id
                                """)
                .param(userId)
                .query(Lot.class)
                .list();
    }

    void insertLot(EarningPayment payment, long points, Instant spendableAt, Duration validFor) {
        database.sql()
                .sql(
                        """
                        insert into point_lots
                            (id, user_id, points, remaining, state, spendable_at, expires_at)
                        values (?, ?, ?, ?, 'PENDING', ?, ?)
                        """)
                .params(
                        payment.id,
                        payment.userId,
                        points,
                        points,
                        Times.param(spendableAt),
                        Times.param(spendableAt.plus(validFor)))
                .update();
    }

    void take(UUID lotId, long points) {
        database.sql()
                .sql("update point_lots set remaining = remaining - ? where id = ?")
                .params(points, lotId)
                .update();
    }

    void countReversed(UUID lotId, long points) {
        database.sql()
                .sql("update point_lots set reversed = reversed + ? where id = ?")
                .params(points, lotId)
                .update();
    }

    /** Puts points back; they are good for at least so long, even if they had expired. */
    void putBack(UUID lotId, long points, Duration atLeastFor) {
        database.sql()
                .sql(
                        """
                        update point_lots
                        set remaining = remaining + ?, state = 'SPENDABLE',
                            expires_at = greatest(expires_at,
                                                  now() + ? * interval '1 millisecond')
                        where id = ?
                        """)
                .params(points, atLeastFor.toMillis(), lotId)
                .update();
    }

    void setState(UUID lotId, State state) {
        database.sql()
                .sql("update point_lots set state = ? where id = ?")
                .params(state.name(), lotId)
                .update();
    }

    List<Lot> dueToMature(int max) {
        return due("state = 'PENDING' and spendable_at <= now() order by spendable_at", max);
    }

    List<Lot> dueToExpire(int max) {
        return due("state = 'SPENDABLE' and expires_at <= now() order by expires_at", max);
    }

    private List<Lot> due(String where, int max) {
        return database.sql()
                .sql(LOT + "from point_lots where " + where + " limit ?")
                .param(max)
                .query(Lot.class)
                .list();
    }

    /** How often points of a lot have expired; those that came back may expire again. */
    long expiries(UUID lotId) {
        return database.sql()
                .sql(
                        """
                        select count(*) from point_entries
                        where payment_id = ? and kind = 'EXPIRED' and account = 'EXPIRED'
                        """)
                .param(lotId)
                .query(Long.class)
                .single();
    }

    // ---- what payments were made with

    void insertSpend(UUID attemptId, UUID lotId, long points) {
        database.sql()
                .sql("insert into point_spends (payment_id, lot_id, points) values (?, ?, ?)")
                .params(attemptId, lotId, points)
                .update();
    }

    /** What a payment was made with, points that expire last first. */
    List<Spend> spends(UUID attemptId) {
        return database.sql()
                .sql(
                        """
                        select s.lot_id, s.points, s.returned
                        from point_spends s join point_lots l on l.id = s.lot_id
                        where s.payment_id = ? order by l.expires_at desc, l.id
                        """)
                .param(attemptId)
                .query(Spend.class)
                .list();
    }

    void returned(UUID attemptId, UUID lotId, long points) {
        database.sql()
                .sql(
                        """
                        update point_spends set returned = returned + ?
                        where payment_id = ? and lot_id = ?
                        """)
                .params(points, attemptId, lotId)
                .update();
        database.sql()
                .sql("update payments set points_back = points_back + ? where id = ?")
                .params(points, attemptId)
                .update();
    }

    // ---- payments

    EarningPayment payment(UUID attemptId) {
        return database.sql()
                .sql(
                        """
                        select p.id, p.user_id, p.amount::bigint as amount_won,
                               p.points::bigint as points,
                               p.refund_price::bigint as refund_price_won,
                               p.status in ('SUCCESS', 'REFUNDED') as was_paid, o.refundable_until
                        from payments p join orders o on o.id = p.order_id where p.id = ?
                        """)
                .param(attemptId)
                .query((row, _) ->
                        new EarningPayment(
                                row.getObject("id", UUID.class),
                                row.getObject("user_id", UUID.class),
                                row.getLong("amount_won"),
                                row.getLong("points"),
                                row.getLong("refund_price_won"),
                                row.getBoolean("was_paid"),
                                Times.readOrNull(row, "refundable_until")))
                .single();
    }

    void settled(UUID attemptId) {
        database.sql()
                .sql("update payments set points_settled = true where id = ?")
                .param(attemptId)
                .update();
    }

    /** A payment whose points are not settled yet, and its order. */
    record Unsettled(UUID id, UUID orderId) {}

    List<Unsettled> unsettled(int max) {
        return database.sql()
                .sql(
                        """
                        select id, order_id from payments
                        where status = 'SUCCESS' and not points_settled order by paid_at limit ?
                        """)
                .param(max)
                .query(Unsettled.class)
                .list();
    }
}
