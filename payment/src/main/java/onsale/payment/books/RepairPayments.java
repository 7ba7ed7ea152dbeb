package onsale.payment.books;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.DueAttempts;
import onsale.payment.order.OrderStore;
import onsale.payment.order.OrderVerdicts;
import onsale.payment.order.PaymentAttempt;
import onsale.payment.order.PaymentAttempt.Status;
import onsale.payment.refund.RefundCharges;
import onsale.payment.refund.RefundStore;
import onsale.platform.db.Database;
import onsale.platform.integrity.Repair;

/**
 * Repairs orders and payments that integrity checks have found. Each order is locked and looked at
 * again; verdicts are told again and never changed, and money only goes back.
 */
public final class RepairPayments {

    private final Database database;
    private final OrderStore orders;
    private final AttemptStore attempts;
    private final DueAttempts due;
    private final OrderVerdicts verdicts;
    private final RefundStore refundStore;
    private final RefundCharges refunds;

    public RepairPayments(
            Database database,
            OrderStore orders,
            AttemptStore attempts,
            DueAttempts due,
            OrderVerdicts verdicts,
            RefundStore refundStore,
            RefundCharges refunds) {
        this.database = database;
        this.orders = orders;
        this.attempts = attempts;
        this.due = due;
        this.verdicts = verdicts;
        this.refundStore = refundStore;
        this.refunds = refunds;
    }

    /** The repairs, each for one check. */
    public List<Repair> all() {
        return List.of(
                new Repair("paid_not_confirmed", ids -> each(ids, verdicts::tellAgain)),
                new Repair("failed_not_cancelled", ids -> each(ids, verdicts::tellAgain)),
                new Repair("double_payment", ids -> each(ids, this::giveBackSecond)),
                new Repair("stuck_unknown", ids -> each(ids, due::askNow)),
                new Repair("stuck_refund", ids -> each(ids, refundStore::sendNow)));
    }

    private int each(List<String> subjects, Predicate<UUID> repair) {
        int repaired = 0;
        for (String subject : subjects) {
            UUID id = UUID.fromString(subject);
            repaired += database.inTransaction(() -> repair.test(id)) ? 1 : 0;
        }
        return repaired;
    }

    /** Gives the payment back if the reservation would still keep the money of another one. */
    private boolean giveBackSecond(UUID attemptId) {
        PaymentAttempt seen = attempts.find(attemptId).orElseThrow();
        List<PaymentAttempt> kept =
                orders.lockByReservation(seen.reservationId()).stream()
                        .filter(attempt -> attempt.status() == Status.SUCCESS)
                        .filter(attempt -> !isGoingBack(attempt))
                        .toList();
        Optional<PaymentAttempt> second =
                kept.stream().filter(attempt -> attempt.id().equals(attemptId)).findFirst();
        if (kept.size() < 2 || second.isEmpty() || second.get().transactionId() == null) {
            return false;
        }
        return refunds.request(second.get(), "PAID_TWICE");
    }

    private boolean isGoingBack(PaymentAttempt attempt) {
        return attempt.transactionId() != null
                && refundStore.exists(attempt.providerId(), attempt.transactionId());
    }
}
