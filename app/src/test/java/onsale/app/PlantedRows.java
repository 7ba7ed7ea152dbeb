package onsale.app;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import onsale.testkit.Stores;

/**
 * Rows that a test of an integrity check plants behind the back of their owner.
 *
 * @param schedule that the rows belong to
 */
record PlantedRows(Stores stores, String schedule) {

    void sql(String... statements) {
        try (Connection connection = stores.admin();
                Statement statement = connection.createStatement()) {
            for (String one : statements) {
                statement.execute(one);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    String one(String query) {
        try (Connection connection = stores.admin();
                Statement statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "";
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    String order(String reservation) {
        return one(
                "select order_id from reservation_service.reservations where id = '%s'"
                        .formatted(reservation));
    }

    void addOrder(String order, String reservation, String state) {
        sql(
                """
                insert into payment_service.orders
                    (id, reservation_id, user_id, schedule_id, amount, state, verdict_at)
                values ('%s', '%s', gen_random_uuid(), '%s', %d, '%s', now() - interval '5 minutes')
                """
                        .formatted(order, reservation, schedule, IntegrityTests.PRICE, state));
    }

    String addPayment(String order, String reservation) {
        String id = UUID.randomUUID().toString();
        sql(
                """
                insert into payment_service.payments
                    (id, order_id, reservation_id, user_id, payment_key, request_hash, amount, status,
                     provider_id, confirm_started_at, portone_transaction_id, paid_at)
                values ('%1$s', '%2$s', '%3$s', gen_random_uuid(), '%1$s', '', %4$d, 'SUCCESS',
                        'planted-%1$s', now(), 'planted-%1$s', now() - interval '5 minutes')
                """
                        .formatted(id, order, reservation, IntegrityTests.PRICE));
        return id;
    }
}
