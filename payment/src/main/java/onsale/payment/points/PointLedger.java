package onsale.payment.points;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import onsale.platform.db.Database;

/** The double-entry ledger of points. The amounts of an entry sum to zero; each is booked once. */
final class PointLedger {

    /** Where points are. What was never earned, or was taken back, is issued by nobody. */
    enum Account {
        ISSUED,
        PENDING,
        SPENDABLE,
        SPENT,
        EXPIRED
    }

    /** What an entry is about. */
    enum Kind {
        EARNED,
        MATURED,
        SPENT,
        RETURNED,
        REVERSED,
        EXPIRED
    }

    private final Database database;

    PointLedger(Database database) {
        this.database = database;
    }

    /**
     * Books an entry.
     *
     * @param about names the entry within its kind: booked under the same name twice, it is a
     *     duplicate
     */
    void book(
            Kind kind,
            String about,
            UUID userId,
            UUID attemptId,
            Account from,
            Account to,
            long n) {
        book(kind, about, userId, attemptId, Map.of(from, -n, to, n));
    }

    void book(Kind kind, String about, UUID userId, UUID attemptId, Map<Account, Long> amounts) {
        UUID entry = UUID.nameUUIDFromBytes((kind + "/" + about).getBytes(StandardCharsets.UTF_8));
        amounts.forEach((account, amount) -> {
            if (amount != 0) {
                insert(entry, kind, account, userId, attemptId, amount);
            }
        });
    }

    private void insert(
            UUID entry, Kind kind, Account account, UUID userId, UUID attemptId, long amount) {
        database.sql()
                .sql(
                        """
                        insert into point_entries
                            (entry_id, kind, account, user_id, amount, payment_id)
                        values (?, ?, ?, ?, ?, ?)
                        """)
                .params(entry, kind.name(), account.name(), userId, amount, attemptId)
                .update();
    }
}
