package onsale.payment.order;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.platform.db.Times;
import onsale.platform.portone.PaymentMethod;

/** How a row of the table {@code payments} is read as a payment attempt. */
final class AttemptRow {

    static final String COLUMNS =
            """
            id, order_id, reservation_id, user_id, request_hash, amount, points, payment_method, channel_key,
            status, provider_id, confirm_started_at, payment_token, refusals, portone_transaction_id,
            failure_reason, paid_at, created_at
            """;

    private AttemptRow() {}

    static PaymentAttempt read(ResultSet row, int number) throws SQLException {
        return new PaymentAttempt(
                row.getObject("id", UUID.class),
                row.getObject("order_id", UUID.class),
                row.getObject("reservation_id", UUID.class),
                row.getObject("user_id", UUID.class),
                row.getBytes("request_hash"),
                row.getLong("amount"),
                row.getLong("points"),
                PaymentMethod.valueOf(row.getString("payment_method")),
                row.getString("channel_key"),
                Status.valueOf(row.getString("status")),
                row.getString("provider_id"),
                Times.readOrNull(row, "confirm_started_at") != null,
                row.getString("payment_token"),
                row.getInt("refusals"),
                row.getString("portone_transaction_id"),
                row.getString("failure_reason"),
                Times.readOrNull(row, "paid_at"),
                Times.read(row, "created_at"));
    }
}
