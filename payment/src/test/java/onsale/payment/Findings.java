package onsale.payment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import onsale.payment.order.AttemptStore;
import onsale.payment.order.PaymentAttempt;
import onsale.platform.db.Database;
import tools.jackson.databind.JsonNode;

/** Looks for what must not be: by the integrity checks, and by the provider's books. */
final class Findings {

    private static final Path CHECKS = Path.of("src/main/resources/onsale/payment/checks");

    private final Database database;
    private final AttemptStore attempts;
    private final SimulatedProvider provider;

    Findings(Database database, AttemptStore attempts, SimulatedProvider provider) {
        this.database = database;
        this.attempts = attempts;
        this.provider = provider;
    }

    /** By name of the check: rows that it found, and money the provider keeps for nothing. */
    Map<String, Object> find() throws IOException {
        Map<String, Object> findings = new TreeMap<>();
        try (Stream<Path> checks = Files.list(CHECKS)) {
            for (Path check : checks.toList()) {
                put(findings, check.getFileName().toString(), Files.readString(check));
            }
        }
        put(
                findings,
                "two verdicts told",
                """
                select message_key from common.outbox_events
                where event_type in ('OrderPaid', 'OrderClosed')
                group by message_key having count(distinct event_type) > 1
                """);
        for (JsonNode line : provider.books()) {
            String id = line.path("paymentId").asString();
            long kept = provider.keptWon(id);
            if (kept != dueWon(id) || kept != inLedger(id)) {
                findings.put("kept for nothing: " + id, line);
            }
        }
        return findings;
    }

    private void put(Map<String, Object> findings, String what, String sql) {
        var rows = database.sql().sql(sql).query().listOfRows();
        if (!rows.isEmpty()) {
            findings.put(what, rows);
        }
    }

    private long dueWon(String providerId) {
        return attempts.findByProviderId(providerId)
                .filter(PaymentAttempt::wasPaid)
                .map(attempt -> attempt.amountWon() - doneWon(attempt))
                .orElse(0L);
    }

    private long doneWon(PaymentAttempt attempt) {
        return database.sql()
                .sql(
                        """
                        select coalesce(sum(amount), 0) from refunds
                        where payment_id = ? and not whole and state = 'DONE'
                        """)
                .param(attempt.id())
                .query(Long.class)
                .single();
    }

    private long inLedger(String providerId) {
        return database.sql()
                .sql(
                        """
                        select coalesce(sum(amount), 0) from ledger
                        where provider_id = ? and account = 'PROVIDER'
                        """)
                .param(providerId)
                .query(Long.class)
                .single();
    }
}
