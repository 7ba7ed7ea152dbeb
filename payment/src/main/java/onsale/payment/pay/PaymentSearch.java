package onsale.payment.pay;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.platform.db.Database;
import onsale.platform.db.Times;
import onsale.platform.portone.PaymentMethod;
import org.jspecify.annotations.Nullable;

/** Reads payment attempts for operators; changes nothing. */
public final class PaymentSearch {

    /** Failures of a bad day are many; nobody needs their exact number. */
    static final int COUNTED_MAX = 10_000;

    /** What payments are searched by. */
    enum SearchKey {
        PAYMENT("id"),
        RESERVATION("reservation_id"),
        FAILURE("failure_reason");

        private final String column;

        SearchKey(String column) {
            this.column = column;
        }
    }

    /**
     * A payment attempt as operators see it.
     *
     * @param checking whether the provider may have the money and is being asked
     */
    record FoundPayment(
            UUID paymentId,
            UUID reservationId,
            UUID userId,
            UUID orderId,
            Status status,
            long amount,
            PaymentMethod method,
            String providerPaymentId,
            boolean checking,
            @Nullable String failureReason,
            @Nullable Instant paidAt,
            Instant createdAt) {}

    private final Database database;

    public PaymentSearch(Database database) {
        this.database = database;
    }

    /** By id, which is by time as well. */
    List<FoundPayment> find(SearchKey key, Object value, int size, int offset) {
        return database.sql()
                .sql(
                        """
                        select id, reservation_id, user_id, order_id, status, amount,
                               payment_method, provider_id, failure_reason, paid_at, created_at,
                               status = 'PENDING' and confirm_started_at is not null as checking
                        from payments where %s = ? order by id desc limit ? offset ?
                        """
                                .formatted(key.column))
                .params(value, size, offset)
                .query((row, _) ->
                        new FoundPayment(
                                row.getObject("id", UUID.class),
                                row.getObject("reservation_id", UUID.class),
                                row.getObject("user_id", UUID.class),
                                row.getObject("order_id", UUID.class),
                                Status.valueOf(row.getString("status")),
                                row.getLong("amount"),
                                PaymentMethod.valueOf(row.getString("payment_method")),
                                row.getString("provider_id"),
                                row.getBoolean("checking"),
                                row.getString("failure_reason"),
                                Times.readOrNull(row, "paid_at"),
                                Times.read(row, "created_at")))
                .list();
    }

    long count(SearchKey key, Object value) {
        return database.sql()
                .sql(
                        "select count(*) from (select from payments where %s = ? limit ?) as found"
                                .formatted(key.column))
                .params(value, COUNTED_MAX)
                .query(Long.class)
                .single();
    }
}
