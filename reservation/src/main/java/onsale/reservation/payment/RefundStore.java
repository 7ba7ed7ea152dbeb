package onsale.reservation.payment;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.contracts.OrderRefunded;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** Money that payment was asked to give back, a row for each refund. */
public final class RefundStore {

    private final Database database;
    private final AskAgain askAgain;

    public RefundStore(Database database, AskAgain askAgain) {
        this.database = database;
        this.askAgain = askAgain;
    }

    /**
     * Money of a payment that is to go back.
     *
     * @param id that of the payment if it goes back as a whole
     * @param amount the price less the fee
     * @param price what the seats had cost
     */
    public record Refund(
            UUID id,
            UUID paymentId,
            UUID orderId,
            UUID reservationId,
            long amount,
            long price,
            String reason) {}

    /** Notes a refund; true if it was not asked for before. */
    boolean asked(Refund refund) {
        return database.sql()
                        .sql(
                                """
                                insert into refunds
                                    (id, payment_id, order_id, reservation_id, amount, price,
                                     reason, ask_again_at)
                                values (:id, :payment, :order, :reservation, :amount, :price,
                                        :reason, %s)
                                on conflict (id) do nothing
                                """
                                        .formatted(AskAgain.at("0")))
                        .param("id", refund.id)
                        .param("payment", refund.paymentId)
                        .param("order", refund.orderId)
                        .param("reservation", refund.reservationId)
                        .param("amount", refund.amount)
                        .param("price", refund.price)
                        .param("reason", refund.reason)
                        .param("first", askAgain.firstMillis())
                        .param("longest", askAgain.longestMillis())
                        .update()
                == 1;
    }

    /** Refunds that payment has not told as done and that are due to be asked for again; locked. */
    List<Refund> due(int max) {
        return database.sql()
                .sql(
                        """
                        with due as (
                            select id from refunds
                            where refunded_at is null and ask_again_at <= now()
                            order by ask_again_at limit :max for update skip locked)
                        update refunds f set asks = f.asks + 1, ask_again_at = %s
                        from due where f.id = due.id
                        returning f.id, f.payment_id, f.order_id, f.reservation_id, f.amount, f.price,
                            f.reason
                        """
                                .formatted(AskAgain.at("f.asks")))
                .param("max", max)
                .param("first", askAgain.firstMillis())
                .param("longest", askAgain.longestMillis())
                .query(Refund.class)
                .list();
    }

    /** Notes that the money is back; the first answer stays. */
    void refunded(OrderRefunded told) {
        database.sql()
                .sql(
                        """
                        update refunds set refunded_at = ?, refunded_won = ?
                        where id = ? and refunded_at is null
                        """)
                .params(Times.param(told.refundedAt()), told.amount(), told.refundIdOrDefault())
                .update();
    }

    /**
     * The money of one reservation that goes back, as its fan sees it.
     *
     * @param refundedAt since when all of it is back
     */
    public record RefundView(
            RefundStatus status, long amount, Instant askedAt, @Nullable Instant refundedAt) {}

    /** The refunds of those of these reservations that have any. */
    public Map<UUID, RefundView> ofReservations(Collection<UUID> reservationIds) {
        record Row(UUID reservationId, RefundView refund) {}
        return database
                .sql()
                .sql(
                        """
                        select reservation_id, sum(coalesce(refunded_won, amount)) as amount,
                               min(asked_at) as asked_at, max(refunded_at) as refunded_at,
                               bool_and(refunded_at is not null) as done
                        from refunds where reservation_id = any(?) group by reservation_id
                        """)
                .param(reservationIds.toArray(UUID[]::new))
                .query((row, _) -> new Row(row.getObject("reservation_id", UUID.class), read(row)))
                .list()
                .stream()
                .collect(Collectors.toMap(Row::reservationId, Row::refund));
    }

    private static RefundView read(ResultSet row) throws SQLException {
        boolean done = row.getBoolean("done");
        return new RefundView(
                done ? RefundStatus.REFUNDED : RefundStatus.REFUND_PENDING,
                row.getLong("amount"),
                Times.read(row, "asked_at"),
                done ? Times.read(row, "refunded_at") : null);
    }
}
