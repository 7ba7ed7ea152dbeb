package onsale.payment.order;

import java.util.List;
import java.util.UUID;

/** An order with its attempts, none of which anybody else changes until the transaction ends. */
public record LockedOrder(Order order, List<PaymentAttempt> attempts) {

    public PaymentAttempt attempt(UUID id) {
        return attempts.stream()
                .filter(attempt -> attempt.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    List<PaymentAttempt> othersThan(PaymentAttempt attempt) {
        return attempts.stream().filter(other -> !other.id().equals(attempt.id())).toList();
    }

    boolean isAnyUnderWay() {
        return attempts.stream().anyMatch(PaymentAttempt::isUnderWay);
    }

    public boolean isAnotherUnderWay(PaymentAttempt attempt) {
        return othersThan(attempt).stream().anyMatch(PaymentAttempt::isUnderWay);
    }

    boolean isAnotherPending(PaymentAttempt attempt) {
        return othersThan(attempt).stream().anyMatch(PaymentAttempt::isPending);
    }
}
