package onsale.reservation.payment;

import java.util.List;
import java.util.UUID;
import onsale.platform.db.Database;
import onsale.reservation.Reservation.Reason;

/** Orders that payment was asked to close, in the rows of their reservations. */
public final class CloseOrderStore {

    private final Database database;
    private final AskAgain askAgain;

    public CloseOrderStore(Database database, AskAgain askAgain) {
        this.database = database;
        this.askAgain = askAgain;
    }

    /** A question to close an order. */
    record CloseQuestion(UUID reservationId, UUID orderId, String reason) {}

    /** Notes the first question about a locked reservation's order. */
    void asked(UUID reservationId, Reason reason) {
        database.sql()
                .sql(
                        """
                        update reservations
                        set close_asked_at = now(), close_reason = :reason, updated_at = now(),
                            close_asks = 1, close_ask_again_at = %s
                        where id = :id
                        """
                                .formatted(AskAgain.at("0")))
                .param("reason", reason.name())
                .param("id", reservationId)
                .param("first", askAgain.firstMillis())
                .param("longest", askAgain.longestMillis())
                .update();
    }

    /** Orders without a verdict that are due to be asked about again; locks their reservations. */
    List<CloseQuestion> due(int max) {
        return database.sql()
                .sql(
                        """
                        with due as (
                            select id from reservations
                            where status = 'PENDING' and close_asked_at is not null
                              and close_ask_again_at <= now()
                            order by close_ask_again_at limit :max for update skip locked)
                        update reservations r
                        set close_asks = r.close_asks + 1, close_ask_again_at = %s
                        from due where r.id = due.id
                        returning r.id as reservation_id, r.order_id, r.close_reason as reason
                        """
                                .formatted(AskAgain.at("r.close_asks")))
                .param("max", max)
                .param("first", askAgain.firstMillis())
                .param("longest", askAgain.longestMillis())
                .query(CloseQuestion.class)
                .list();
    }
}
