package onsale.platform.db;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Runs actions after the current transaction has committed, such as telling Redis what PostgreSQL
 * has decided. After a rollback nothing runs.
 */
public final class AfterCommit {

    private AfterCommit() {}

    /**
     * Runs the action when the transaction of this thread has committed, in the order in which
     * actions were given. What the action throws reaches the caller of the transaction, which has
     * committed all the same.
     *
     * @throws IllegalStateException outside a transaction
     */
    public static void run(Runnable action) {
        TransactionSynchronizationManager.registerSynchronization(
                new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        action.run();
                    }
                });
    }
}
