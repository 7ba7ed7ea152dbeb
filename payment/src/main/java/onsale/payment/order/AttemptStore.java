package onsale.payment.order;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import onsale.contracts.OrderPass;
import onsale.payment.provider.ProviderPayment;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.platform.portone.PaymentMethod;

/**
 * The table of payment attempts ({@code payments}). Whoever changes the status of an attempt has
 * locked its order.
 */
public final class AttemptStore {

    /** The columns that {@link #read} reads. */
    public static final String COLUMNS = AttemptRow.COLUMNS;

    private static final String SELECT = "select " + AttemptRow.COLUMNS + " from payments ";

    /** Locks the order of an attempt: what follows sees what others have decided about it. */
    private static final String LOCK_ORDER =
            """
            select o.id from orders o join payments p on p.order_id = o.id
            where p.id = ? for update of o
            """;

    private static final String START =
            """
            update payments
            set confirm_started_at = now(), payment_token = ?, updated_at = now(),
                ask_again_at = now() + ? * interval '1 millisecond'
            where id = ? and user_id = ? and status = 'PENDING' and confirm_started_at is null
              and exists (select from orders o where o.id = payments.order_id
                            and o.state = 'OPEN' and o.close_asked is null)
            returning
            """
                    + AttemptRow.COLUMNS;

    private final Database database;

    public AttemptStore(Database database) {
        this.database = database;
    }

    /** Reads a row of {@link #COLUMNS}. */
    public static PaymentAttempt read(ResultSet row, int number) throws SQLException {
        return AttemptRow.read(row, number);
    }

    // ---- reads

    public Optional<PaymentAttempt> find(UUID id) {
        return one("where id = ?", id);
    }

    public Optional<PaymentAttempt> findByKey(UUID userId, String paymentKey) {
        return one("where user_id = ? and payment_key = ?", userId, paymentKey);
    }

    public Optional<PaymentAttempt> findByProviderId(String providerId) {
        return one("where provider_id = ?", providerId);
    }

    private Optional<PaymentAttempt> one(String where, Object... params) {
        return database.sql().sql(SELECT + where).params(params).query(AttemptRow::read).optional();
    }

    public List<PaymentAttempt> findByProviderIds(Collection<String> providerIds) {
        return database.sql()
                .sql(SELECT + "where provider_id = any (?)")
                .param(providerIds.toArray(new String[0]))
                .query(AttemptRow::read)
                .list();
    }

    public List<PaymentAttempt> ofOrder(UUID orderId) {
        return many("where order_id = ? order by created_at", orderId);
    }

    List<PaymentAttempt> ofReservation(UUID reservationId) {
        return many("where reservation_id = ? order by created_at", reservationId);
    }

    public List<PaymentAttempt> ofUser(UUID userId, int size, int offset) {
        return many(
                "where user_id = ? order by created_at desc, id limit ? offset ?",
                userId,
                size,
                offset);
    }

    private List<PaymentAttempt> many(String where, Object... params) {
        return database.sql().sql(SELECT + where).params(params).query(AttemptRow::read).list();
    }

    public long countOfUser(UUID userId) {
        return database.sql()
                .sql("select count(*) from payments where user_id = ?")
                .param(userId)
                .query(Long.class)
                .single();
    }

    // ---- changes

    /**
     * Counts one more attempt at the order, which is inserted if need be, and inserts the attempt,
     * in one round trip. Empty if the order is over or has no attempts left.
     *
     * @param paymentKey of the fan's request: another attempt with the same key is a duplicate, and
     *     then nothing is counted
     * @param points that pay a part of the order
     */
    public Optional<PaymentAttempt> insert(
            UUID id,
            OrderPass order,
            String paymentKey,
            byte[] requestHash,
            ChosenMethod method,
            long points,
            int attemptsMax) {
        return database.sql()
                .sql(
                        """
                        with counted as (
                            insert into orders
                                (id, reservation_id, user_id, schedule_id, amount, refundable_until,
                                 state, attempts)
                            values (?, ?, ?, ?, ?, ?, 'OPEN', 1)
                            on conflict (id) do update set attempts = orders.attempts + 1
                            where orders.state = 'OPEN' and orders.close_asked is null
                              and orders.attempts < ?
                            returning id)
                        insert into payments
                            (id, order_id, reservation_id, user_id, payment_key, request_hash, amount,
                             points, payment_method, channel_key, status, provider_id)
                        select ?, counted.id, ?, ?, ?, ?, ?, ?, ?, ?, 'PENDING', ? from counted
                        returning
                        """
                                + AttemptRow.COLUMNS)
                .params(
                        order.orderId(),
                        order.reservationId(),
                        order.userId(),
                        order.scheduleId(),
                        order.amountWon(),
                        Times.param(order.refundableUntil()),
                        attemptsMax,
                        id,
                        order.reservationId(),
                        order.userId(),
                        paymentKey,
                        requestHash,
                        order.amountWon() - points,
                        points,
                        method.method().name(),
                        method.channelKey(),
                        ProviderIds.of(id))
                .query(AttemptRow::read)
                .optional();
    }

    /** Inserts an attempt that only the provider knows of. Its order is there, and locked. */
    public void insertRebuilt(UUID id, OrderPass order, String channelKey) {
        database.sql()
                .sql(
                        """
                        insert into payments
                            (id, order_id, reservation_id, user_id, payment_key, request_hash, amount,
                             payment_method, channel_key, status, provider_id)
                        values (?, ?, ?, ?, ?, '', ?, ?, ?, 'PENDING', ?)
                        """)
                .params(
                        id,
                        order.orderId(),
                        order.reservationId(),
                        order.userId(),
                        "rebuilt-" + id,
                        order.amountWon(),
                        PaymentMethod.CARD.name(),
                        channelKey,
                        ProviderIds.of(id))
                .update();
    }

    /**
     * Starts the confirm of a prepared attempt of this user whose order is open, in one round trip:
     * from here on the provider may have the money. Empty if there is no such attempt; a duplicate
     * if another attempt of the order is under way.
     *
     * @param askAfter when the provider is asked about the attempt, unless its end is known by then
     */
    public Optional<PaymentAttempt> start(
            UUID userId, UUID id, String paymentToken, Duration askAfter) {
        return database
                .queryTogether(
                        List.of(LOCK_ORDER, START),
                        AttemptRow::read,
                        id,
                        paymentToken,
                        askAfter.toMillis(),
                        id,
                        userId)
                .stream()
                .findFirst();
    }

    PaymentAttempt succeed(UUID id, ProviderPayment.Charged charge) {
        return change(
                """
                update payments
                set status = 'SUCCESS', paid_at = ?, portone_transaction_id = ?,
                    portone_response = ?::jsonb, failure_reason = null,
                    confirm_started_at = coalesce(confirm_started_at, now()),
                    payment_token = null, updated_at = now()
                where id = ? returning
                """,
                Times.param(charge.paidAt()),
                charge.transactionId(),
                charge.json(),
                id);
    }

    PaymentAttempt succeedFree(UUID id) {
        return change(
                """
                update payments
                set status = 'SUCCESS', paid_at = now(), confirm_started_at = now(),
                    updated_at = now()
                where id = ? returning
                """,
                id);
    }

    /**
     * Ends the attempt as failed.
     *
     * @param json the provider's answer; empty if there is none
     */
    PaymentAttempt fail(UUID id, String reason, String json) {
        return change(
                """
                update payments
                set status = 'FAILED', failure_reason = left(?, 500),
                    portone_response = coalesce(nullif(?, '')::jsonb, portone_response),
                    payment_token = null, updated_at = now()
                where id = ? returning
                """,
                reason,
                json,
                id);
    }

    private PaymentAttempt change(String update, Object... params) {
        return database.sql()
                .sql(update + AttemptRow.COLUMNS)
                .params(params)
                .query(AttemptRow::read)
                .single();
    }

    /** Counts a refused confirm, so that the next one is another request to the provider. */
    public void countRefusal(UUID id) {
        database.sql()
                .sql("update payments set refusals = refusals + 1 where id = ?")
                .param(id)
                .update();
    }

    /**
     * How much of a paid attempt was asked back.
     *
     * @param priceWon the price of the seats; with their fees it is more than the money
     */
    public record AskedBack(long amountWon, long priceWon) {}

    public AskedBack askedBack(UUID id) {
        return database.sql()
                .sql(
                        """
                        select refund_amount::bigint as amount_won, refund_price::bigint as price_won
                        from payments where id = ?
                        """)
                .param(id)
                .query(AskedBack.class)
                .single();
    }

    /** Counts what is asked back; a constraint refuses more than was paid. */
    public void askBack(UUID id, long amountWon, long priceWon) {
        database.sql()
                .sql(
                        """
                        update payments
                        set refund_amount = refund_amount + ?, refund_price = refund_price + ?,
                            updated_at = now()
                        where id = ?
                        """)
                .params(amountWon, priceWon, id)
                .update();
    }

    public void refunded(UUID id) {
        database.sql()
                .sql(
                        """
                        update payments set status = 'REFUNDED', updated_at = now()
                        where id = ? and status = 'SUCCESS'
                        """)
                .param(id)
                .update();
    }
}
