package onsale.payment;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.OrderPass;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import org.jspecify.annotations.Nullable;

/** Orders and payments. Whoever changes what a payment is has locked its order. */
final class PaymentStore {

    enum OrderState {
        OPEN,
        PAID,
        CLOSED
    }

    enum Status {
        PENDING,
        SUCCESS,
        FAILED,
        REFUNDED
    }

    record Order(
            UUID id,
            UUID reservationId,
            OrderState state,
            @Nullable String closeAsked,
            int attempts) {}

    record Payment(
            UUID id,
            UUID orderId,
            UUID reservationId,
            UUID userId,
            String paymentKey,
            byte[] requestHash,
            long amount,
            Status status,
            String providerId,
            @Nullable Instant confirmStartedAt,
            @Nullable String paymentToken,
            int refusals,
            @Nullable String transactionId,
            @Nullable String failureReason,
            @Nullable Instant paidAt,
            Instant createdAt) {

        boolean isStarted() {
            return confirmStartedAt != null;
        }

        boolean wasPaid() {
            return status == Status.SUCCESS || status == Status.REFUNDED;
        }

        /** The provider may have the money or not. */
        boolean isUnderWay() {
            return isStarted() && status == Status.PENDING;
        }
    }

    private static final String COLUMNS =
            """
            id, order_id, reservation_id, user_id, payment_key, request_hash, amount, status,
            provider_id, confirm_started_at, payment_token, refusals, portone_transaction_id, failure_reason,
            paid_at, created_at
            """;
    private static final String SELECT = "select " + COLUMNS + " from payments ";

    private final Database database;

    PaymentStore(Database database) {
        this.database = database;
    }

    // ---- orders

    /** Known from now on, unless it was before. */
    void know(OrderPass order) {
        database.sql()
                .sql(
                        """
                        insert into orders (id, reservation_id, user_id, schedule_id, amount, state)
                        values (?, ?, ?, ?, ?, 'OPEN') on conflict do nothing
                        """)
                .params(
                        order.orderId(),
                        order.reservationId(),
                        order.userId(),
                        order.scheduleId(),
                        order.amountWon())
                .update();
    }

    /** One more attempt to pay it, known or not, if there may be one; then it is locked. */
    boolean countAttempt(OrderPass order, int attemptsMax) {
        return database.sql()
                        .sql(
                                """
                                insert into orders
                                    (id, reservation_id, user_id, schedule_id, amount, state, attempts)
                                values (?, ?, ?, ?, ?, 'OPEN', 1)
                                on conflict (id) do update set attempts = orders.attempts + 1
                                where orders.state = 'OPEN' and orders.close_asked is null
                                  and orders.attempts < ?
                                """)
                        .params(
                                order.orderId(),
                                order.reservationId(),
                                order.userId(),
                                order.scheduleId(),
                                order.amountWon(),
                                attemptsMax)
                        .update()
                == 1;
    }

    /** An order nobody has come to pay is closed before anybody can. True if it was unknown. */
    boolean tombstone(UUID orderId, UUID reservationId) {
        return database.sql()
                        .sql(
                                """
                                insert into orders (id, reservation_id, state, verdict_at)
                                values (?, ?, 'CLOSED', now()) on conflict do nothing
                                """)
                        .params(orderId, reservationId)
                        .update()
                == 1;
    }

    /** The order of a payment, locked likewise. */
    Order lockOrderOf(UUID paymentId) {
        return database.sql()
                .sql(
                        """
                        select o.id, o.reservation_id, o.state, o.close_asked, o.attempts
                        from orders o join payments p on p.order_id = o.id
                        where p.id = ? for update of o
                        """)
                .param(paymentId)
                .query(Order.class)
                .single();
    }

    /** Nobody else changes it or its payments until this transaction ends. */
    Order lockOrder(UUID id) {
        return database.sql()
                .sql(
                        """
                        select id, reservation_id, state, close_asked, attempts from orders
                        where id = ? for update
                        """)
                .param(id)
                .query(Order.class)
                .single();
    }

    void askClose(UUID id, String reason) {
        database.sql()
                .sql("update orders set close_asked = coalesce(close_asked, ?) where id = ?")
                .params(reason, id)
                .update();
    }

    /** The one verdict; a second is a bug, and takes its transaction back. */
    void verdict(UUID id, OrderState state) {
        int changed =
                database.sql()
                        .sql(
                                """
                                update orders set state = ?, verdict_at = now()
                                where id = ? and state = 'OPEN'
                                """)
                        .params(state.name(), id)
                        .update();
        if (changed != 1) {
            throw new IllegalStateException("order " + id + " has its verdict");
        }
    }

    // ---- payments

    Payment insert(UUID id, OrderPass order, String key, byte[] hash, String providerId) {
        return database.sql()
                .sql(
                        """
                        insert into payments
                            (id, order_id, reservation_id, user_id, payment_key, request_hash, amount,
                             status, provider_id)
                        values (?, ?, ?, ?, ?, ?, ?, 'PENDING', ?)
                        returning
                        """
                                + COLUMNS)
                .params(
                        id,
                        order.orderId(),
                        order.reservationId(),
                        order.userId(),
                        key,
                        hash,
                        order.amountWon(),
                        providerId)
                .query(PaymentStore::read)
                .single();
    }

    Optional<Payment> find(UUID id) {
        return one("where id = ?", id);
    }

    Optional<Payment> findByKey(UUID userId, String key) {
        return one("where user_id = ? and payment_key = ?", userId, key);
    }

    Optional<Payment> findByProviderId(String providerId) {
        return one("where provider_id = ?", providerId);
    }

    List<Payment> findByProviderIds(Collection<String> providerIds) {
        return database.sql()
                .sql(SELECT + "where provider_id = any (?)")
                .param(providerIds.toArray(new String[0]))
                .query(PaymentStore::read)
                .list();
    }

    /** Whoever confirms it will see for themselves, unless they have died. */
    boolean isConfirming(String providerId) {
        return database.sql()
                .sql(
                        """
                        select exists (select from payments
                                       where provider_id = ? and status = 'PENDING'
                                         and confirm_started_at > now() - interval '2 s')
                        """)
                .param(providerId)
                .query(Boolean.class)
                .single();
    }

    private Optional<Payment> one(String where, Object... params) {
        return database.sql()
                .sql(SELECT + where)
                .params(params)
                .query(PaymentStore::read)
                .optional();
    }

    List<Payment> ofOrder(UUID orderId) {
        return database.sql()
                .sql(SELECT + "where order_id = ? order by created_at")
                .param(orderId)
                .query(PaymentStore::read)
                .list();
    }

    List<Payment> ofUser(UUID userId, int size, int offset) {
        return database.sql()
                .sql(SELECT + "where user_id = ? order by created_at desc, id limit ? offset ?")
                .params(userId, size, offset)
                .query(PaymentStore::read)
                .list();
    }

    long countOfUser(UUID userId) {
        return database.sql()
                .sql("select count(*) from payments where user_id = ?")
                .param(userId)
                .query(Long.class)
                .single();
    }

    /** From here on the provider may have the money; asked about if nobody tells us before. */
    Payment start(UUID id, String paymentToken, Duration askAfter) {
        return database.sql()
                .sql(
                        """
                        update payments
                        set confirm_started_at = now(), payment_token = ?, updated_at = now(),
                            ask_again_at = now() + ? * interval '1 millisecond'
                        where id = ? returning
                        """
                                + COLUMNS)
                .params(paymentToken, askAfter.toMillis(), id)
                .query(PaymentStore::read)
                .single();
    }

    Payment succeed(UUID id, ProviderView.Charged paid) {
        return database.sql()
                .sql(
                        """
                        update payments
                        set status = 'SUCCESS', paid_at = ?, portone_transaction_id = ?,
                            portone_response = ?::jsonb, failure_reason = null,
                            confirm_started_at = coalesce(confirm_started_at, now()),
                            payment_token = null, updated_at = now()
                        where id = ? returning
                        """
                                + COLUMNS)
                .params(Times.param(paid.paidAt()), paid.transactionId(), paid.json(), id)
                .query(PaymentStore::read)
                .single();
    }

    Payment fail(UUID id, String reason, String json) {
        return database.sql()
                .sql(
                        """
                        update payments
                        set status = 'FAILED', failure_reason = left(?, 500),
                            portone_response = coalesce(nullif(?, '')::jsonb, portone_response),
                            payment_token = null, updated_at = now()
                        where id = ? returning
                        """
                                + COLUMNS)
                .params(reason, json, id)
                .query(PaymentStore::read)
                .single();
    }

    /**
     * Takes payments whose end nobody knows and that are due to be asked about; nobody else takes
     * them for a while, longer each time, up to a minute, and they are never given up.
     */
    List<Payment> claimDue(int max) {
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
                                + COLUMNS)
                .param(max)
                .query(PaymentStore::read)
                .list();
    }

    /** Nobody knows its end: asked about soon. */
    void askSoon(UUID id) {
        database.sql()
                .sql(
                        """
                        update payments set ask_again_at = now() + interval '1 s'
                        where id = ? and status = 'PENDING'
                        """)
                .param(id)
                .update();
    }

    /** The next confirm is another request, and not the same again. */
    void refused(UUID id) {
        database.sql()
                .sql("update payments set refusals = refusals + 1 where id = ?")
                .param(id)
                .update();
    }

    void refunded(UUID id) {
        database.sql()
                .sql(
                        """
                        update payments set status = 'REFUNDED', updated_at = now()
                        where id = ? and status = 'SUCCESS'
                        """)
                .param(id)
                .update();
    }

    // ---- for those who watch

    long unknownForLong() {
        return count(
                """
                select count(*) from payments
                where status = 'PENDING' and confirm_started_at < now() - interval '1 minute'
                """);
    }

    long lateRefunds() {
        return count(
                """
                select count(*) from refunds
                where state = 'ASKED' and created_at < now() - interval '10 minutes'
                """);
    }

    private long count(String sql) {
        return database.sql().sql(sql).query(Long.class).single();
    }

    private static Payment read(ResultSet row, int number) throws SQLException {
        return new Payment(
                row.getObject("id", UUID.class),
                row.getObject("order_id", UUID.class),
                row.getObject("reservation_id", UUID.class),
                row.getObject("user_id", UUID.class),
                row.getString("payment_key"),
                row.getBytes("request_hash"),
                row.getLong("amount"),
                Status.valueOf(row.getString("status")),
                row.getString("provider_id"),
                Times.readOrNull(row, "confirm_started_at"),
                row.getString("payment_token"),
                row.getInt("refusals"),
                row.getString("portone_transaction_id"),
                row.getString("failure_reason"),
                Times.readOrNull(row, "paid_at"),
                Times.read(row, "created_at"));
    }
}
