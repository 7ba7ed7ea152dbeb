package onsale.payment.order;

import java.util.List;
import java.util.UUID;
import onsale.contracts.OrderPass;
import onsale.payment.order.Order.State;
import onsale.platform.db.Database;
import onsale.platform.db.Times;

/** The table of orders. The lock of an order also guards its attempts. */
public final class OrderStore {

    private final Database database;
    private final AttemptStore attempts;

    public OrderStore(Database database, AttemptStore attempts) {
        this.database = database;
        this.attempts = attempts;
    }

    /** Inserts the order unless it is there. */
    public void insert(OrderPass order) {
        database.sql()
                .sql(
                        """
                        insert into orders (id, reservation_id, user_id, schedule_id, amount,
                                            refundable_until, state)
                        values (?, ?, ?, ?, ?, ?, 'OPEN') on conflict do nothing
                        """)
                .params(
                        order.orderId(),
                        order.reservationId(),
                        order.userId(),
                        order.scheduleId(),
                        order.amountWon(),
                        Times.param(order.refundableUntil()))
                .update();
    }

    /** Inserts an order that nobody has come to pay as closed, so that nobody can. */
    void insertClosed(UUID orderId, UUID reservationId, String reason) {
        database.sql()
                .sql(
                        """
                        insert into orders (id, reservation_id, state, verdict_at, close_reason)
                        values (?, ?, 'CLOSED', now(), ?) on conflict do nothing
                        """)
                .params(orderId, reservationId, reason)
                .update();
    }

    /** Nobody else changes the order or its attempts until this transaction ends. */
    public Order lock(UUID id) {
        return database.sql()
                .sql(
                        """
                        select id, reservation_id, state, close_asked, attempts, close_reason
                        from orders
                        where id = ? for update
                        """)
                .param(id)
                .query(Order.class)
                .single();
    }

    /** Locks the order and reads its attempts. */
    public LockedOrder lockWithAttempts(UUID id) {
        Order order = lock(id);
        return new LockedOrder(order, attempts.ofOrder(id));
    }

    /** Locks the order of an attempt and reads all its attempts. */
    public LockedOrder lockByAttempt(UUID attemptId) {
        Order order =
                database.sql()
                        .sql(
                                """
                                select o.id, o.reservation_id, o.state, o.close_asked, o.attempts,
                                       o.close_reason
                                from orders o join payments p on p.order_id = o.id
                                where p.id = ? for update of o
                                """)
                        .param(attemptId)
                        .query(Order.class)
                        .single();
        return new LockedOrder(order, attempts.ofOrder(order.id()));
    }

    /** Locks all orders of a reservation and reads their attempts. */
    public List<PaymentAttempt> lockByReservation(UUID reservationId) {
        database.sql()
                .sql("select id from orders where reservation_id = ? order by id for update")
                .param(reservationId)
                .query(UUID.class)
                .list();
        return attempts.ofReservation(reservationId);
    }

    /** Remembers that reservation wants the order closed; the first reason stays. */
    void askClose(UUID id, String reason) {
        database.sql()
                .sql("update orders set close_asked = coalesce(close_asked, ?) where id = ?")
                .params(reason, id)
                .update();
    }

    void paid(UUID id) {
        decide(id, State.PAID, "");
    }

    void closed(UUID id, String reason) {
        decide(id, State.CLOSED, reason);
    }

    /** Writes the one verdict. A second one is a bug and rolls its transaction back. */
    private void decide(UUID id, State verdict, String closeReason) {
        int changed =
                database.sql()
                        .sql(
                                """
                                update orders set state = ?, verdict_at = now(), close_reason = nullif(?, '')
                                where id = ? and state = 'OPEN'
                                """)
                        .params(verdict.name(), closeReason, id)
                        .update();
        if (changed != 1) {
            throw new IllegalStateException("order " + id + " already has a verdict");
        }
    }
}
