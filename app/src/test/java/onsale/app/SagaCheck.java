package onsale.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import onsale.testkit.Stores;
import tools.jackson.databind.JsonNode;

/**
 * Looks at the tables of both contexts and at the provider's books, and believes nothing else:
 * every charge has a confirmed reservation or went back, every confirmed reservation has one
 * charge, every order one verdict, and the ledger says what the provider's books say.
 */
record SagaCheck(Stores stores) {

    private static final Map<String, String> CROSSING =
            Map.of(
                    "confirmed without its payment",
                    """
                    select r.id from reservation_service.reservations r
                    left join payment_service.payments p
                      on p.id = r.payment_id and p.order_id = r.order_id
                         and p.status = 'SUCCESS' and p.amount = r.total_amount
                    where r.status = 'CONFIRMED' and p.id is null
                    """,
                    "paid without its reservation",
                    """
                    select p.id from payment_service.payments p
                    left join reservation_service.reservations r
                      on r.id = p.reservation_id and r.payment_id = p.id
                         and r.status = 'CONFIRMED'
                    where p.status = 'SUCCESS' and r.id is null
                    """,
                    "not one verdict",
                    """
                    select o.id, count(distinct e.event_type) from payment_service.orders o
                    left join common.outbox_events e
                      on e.message_key = o.reservation_id::text
                         and e.event_type in ('OrderPaid', 'OrderClosed')
                    group by o.id having count(distinct e.event_type) <> 1
                    """,
                    "the ledger is not zero",
                    "select sum(amount) from payment_service.ledger having sum(amount) <> 0",
                    "a dead letter",
                    """
                    select event_type from common.dlq_events
                    union all select event_type from common.outbox_events where dead_at is not null
                    """);

    /** What has not come to its end yet: everything else is checked when there is none of it. */
    private static final String UNDER_WAY =
            """
            select (select count(*) from payment_service.orders where state = 'OPEN')
                 + (select count(*) from payment_service.payments where status = 'PENDING')
                 + (select count(*) from payment_service.refunds where state = 'ASKED')
                 + (select count(*) from reservation_service.reservations where status = 'PENDING')
                 + (select count(*) from reservation_service.refunds where refunded_at is null)
                 + (select count(*) from common.outbox_events where not published)
            """;

    boolean isQuiet() {
        return rows(UNDER_WAY).equals(List.of("0"));
    }

    /** Nothing waits for anything but this reservation for its verdict. */
    boolean onlyOpen(String reservation) {
        return rows(UNDER_WAY).equals(List.of("1"))
                && rows("select status from reservation_service.reservations where id = '%s'"
                                .formatted(reservation))
                        .equals(List.of("PENDING"));
    }

    /** What must not be, by what it is. */
    Map<String, Object> findings(JsonNode books) {
        Map<String, Object> findings = new TreeMap<>();
        CROSSING.forEach((what, sql) -> put(findings, what, rows(sql)));
        checksOf("payment", findings);
        checksOf("reservation", findings);
        put(findings, "the provider's books differ", compare(books));
        return findings;
    }

    private static void put(Map<String, Object> findings, String what, List<String> rows) {
        if (!rows.isEmpty()) {
            findings.put(what, rows);
        }
    }

    private void checksOf(String context, Map<String, Object> findings) {
        Path directory =
                Path.of("../" + context + "/src/main/resources/onsale/" + context + "/checks");
        try (Stream<Path> checks = Files.list(directory)) {
            for (Path check : checks.toList()) {
                put(
                        findings,
                        check.getFileName().toString(),
                        rows(
                                "set search_path to %s_service; ".formatted(context)
                                        + Files.readString(check)));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Charge by charge: kept is what a confirmed reservation paid, once, or nothing is kept. */
    private List<String> compare(JsonNode books) {
        Map<String, String> confirmed =
                pairs(
                        """
                        select p.provider_id, p.amount from payment_service.payments p
                        join reservation_service.reservations r on r.payment_id = p.id
                        where r.status = 'CONFIRMED'
                        """);
        Map<String, String> ledger =
                pairs(
                        """
                        select provider_id, sum(amount) from payment_service.ledger
                        where account = 'PROVIDER' group by provider_id
                        """);
        List<String> differences = new ArrayList<>();
        for (JsonNode line : books.path("payments")) {
            String id = line.path("paymentId").asString();
            long kept = line.path("charged").asLong() - line.path("cancelled").asLong();
            String due = confirmed.getOrDefault(id, "0");
            String booked = ledger.getOrDefault(id, "0");
            boolean chargedTwice = line.path("charges").size() > 1;
            if (!due.equals("" + kept) || !booked.equals("" + kept) || chargedTwice) {
                differences.add(
                        "%s: due %s, in our ledger %s, there %s".formatted(id, due, booked, line));
            }
        }
        return differences;
    }

    private Map<String, String> pairs(String sql) {
        Map<String, String> pairs = new HashMap<>();
        for (String row : rows(sql)) {
            int between = row.indexOf(' ');
            pairs.put(row.substring(0, between), row.substring(between + 1));
        }
        return pairs;
    }

    // ---- one story

    /** What has become of it, in both contexts, and what was told. */
    String state(String reservation) {
        return rows("""
        select r.status, r.payment_id, o.state, o.attempts,
               (select string_agg(p.status || p.updated_at, ',' order by p.id)
                from payment_service.payments p where p.order_id = o.id),
               (select string_agg(f.state || f.amount, ',' order by f.id)
                from payment_service.refunds f
                join payment_service.payments p on p.id = f.payment_id
                where p.order_id = o.id),
               (select string_agg(distinct e.event_type, ',' order by e.event_type)
                from common.outbox_events e where e.message_key = r.id::text),
               (select count(*) from reservation_service.tickets t
                where t.reservation_id = r.id)
        from reservation_service.reservations r
        left join payment_service.orders o on o.reservation_id = r.id
        where r.id = '%s'
        """
                        .formatted(reservation))
                .toString();
    }

    /** Those that the other context acts upon. */
    List<String> messagesOf(String reservation) {
        return rows(
                """
                select id from common.outbox_events
                where message_key = '%s' and event_type in
                    ('OrderPaid', 'OrderClosed', 'OrderRefunded', 'CloseOrder', 'RefundOrder')
                order by seq
                """
                        .formatted(reservation));
    }

    /** Sent once more; forgotten, so that its effect is tried once more too. */
    void repeat(String message, boolean forgotten) {
        if (forgotten) {
            rows(
                    """
                    delete from common.processed_events where event_id = '%s' returning event_id
                    """
                            .formatted(message));
        }
        rows(
                """
                update common.outbox_events set published = false, published_at = null
                where id = '%s' returning id
                """
                        .formatted(message));
    }

    /** Nothing that was forgotten is still to come. */
    boolean allHeard(String reservation) {
        return rows("""
        select e.id from common.outbox_events e
        where e.message_key = '%s' and e.event_type in
            ('OrderPaid', 'OrderClosed', 'OrderRefunded', 'CloseOrder', 'RefundOrder')
          and not exists (select from common.processed_events p
                          where p.event_id = e.id)
        """
                        .formatted(reservation))
                .isEmpty();
    }

    private List<String> rows(String sql) {
        try (Connection connection = stores.admin();
                var statement = connection.createStatement()) {
            boolean isResult = statement.execute(sql);
            while (!isResult) {
                isResult = statement.getMoreResults();
            }
            List<String> rows = new ArrayList<>();
            try (ResultSet found = statement.getResultSet()) {
                int columns = found.getMetaData().getColumnCount();
                while (found.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= columns; i++) {
                        row.add(found.getString(i));
                    }
                    rows.add(String.join(" ", row));
                }
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
