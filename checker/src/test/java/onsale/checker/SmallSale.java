package onsale.checker;

import io.lettuce.core.cluster.api.sync.RedisClusterCommands;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import onsale.platform.db.ContextSchema;
import onsale.platform.messaging.KafkaSettings;
import onsale.platform.redis.Redis;
import onsale.portone.Options;
import onsale.portone.PortOneSimulator;
import onsale.testkit.Stores;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The traces of a small sale in real stores, written by hand as the product would leave them: ten
 * seats, of which one is sold, one was sold and given back, one is held.
 */
final class SmallSale implements AutoCloseable {

    private static final Options PROVIDER =
            Options.of("a secret", "store", "channel", "whsec_c2VjcmV0");
    private static final String TOPIC = "payment.events";

    final UUID schedule = UUID.randomUUID();
    final UUID sold = UUID.randomUUID();
    final UUID givenBack = UUID.randomUUID();
    final UUID held = UUID.randomUUID();
    final UUID payment = UUID.randomUUID();
    private final UUID message = UUID.randomUUID();

    private final Stores stores;
    private final Connection admin;
    private final PortOneSimulator provider = PortOneSimulator.start(PROVIDER);
    private final HttpClient http = HttpClient.newHttpClient();
    private final Redis redis;

    /** Once for a database. */
    static void tables(Stores stores) throws Exception {
        stores.database(new ContextSchema("event_service", "event_svc_user"));
        stores.database(new ContextSchema("reservation_service", "reservation_svc_user"));
        stores.database(new ContextSchema("payment_service", "payment_svc_user"));
        stores.database(new ContextSchema("queue_service", "queue_svc_user"));
        KafkaSettings kafka = stores.kafkaSettings();
        try (Admin topics = Admin.create(kafka.clientWith(Map.of()))) {
            topics.createTopics(List.of(new NewTopic(kafka.topicPrefix() + TOPIC, 1, (short) 1)))
                    .all()
                    .get();
        }
    }

    SmallSale(Stores stores) throws Exception {
        this.stores = stores;
        this.admin = stores.admin();
        this.redis = new Redis(stores.redisSettings());
        sql(
                """
                truncate reservation_service.reservations, reservation_service.inventories,
                         reservation_service.schedules, reservation_service.person_seats,
                         reservation_service.refunds, reservation_service.refund_requests,
                         payment_service.orders, payment_service.ledger, payment_service.webhooks,
                         payment_service.point_accounts, payment_service.point_entries,
                         common.outbox_events, common.processed_events, common.dlq_events,
                         event_service.venues,
                         queue_service.schedules, queue_service.leaves cascade
                """);
        house();
        reservation(sold, 3, "a", "CONFIRMED");
        UUID otherPayment = UUID.randomUUID();
        reservation(givenBack, 4, "b", "CANCELLED");
        reservation(held, 5, "c", "PENDING");
        paid(sold, payment, "SUCCESS");
        paid(givenBack, otherPayment, "REFUNDED");
        refund(otherPayment);
        heard(message);
        seat(3, "0:x");
        seat(5, (System.currentTimeMillis() + 200_000) + ":y");
    }

    private void house() throws SQLException {
        sql(
                """
                insert into reservation_service.schedules
                values ('%1$s', gen_random_uuid(), 1, 't', 'v', 'h', '', now() + interval '9 d',
                        now() - interval '1 d', now() + interval '8 d', false, 300, 4);
                insert into reservation_service.inventories values ('%1$s', 1, 10);
                insert into queue_service.schedules
                values ('%1$s', 1, 't', now() - interval '1 d', now() + interval '8 d', true);
                insert into queue_service.queues (schedule_id, max_active) values ('%1$s', 2);
                insert into event_service.venues (id, name, address, city, venue_type)
                values ('%1$s', 'v', 'a', 'c', 't');
                insert into event_service.halls (id, venue_id, name, capacity, seat_template)
                values ('%1$s', '%1$s', 'h', 10, '{}');
                insert into event_service.events (id, hall_id, venue_id, title, artist, description,
                                                  starts_on, ends_on, poster_url, has_op_seats)
                values ('%1$s', '%1$s', '%1$s', 't', 'a', '', now(), now(), '', false);
                insert into event_service.event_schedules
                    (id, event_id, play_sequence, event_start_at, event_end_at, sale_start_at,
                     sale_end_at, queued, total_seats)
                values ('%1$s', '%1$s', 1, now() + interval '9 d', now() + interval '10 d',
                        now() - interval '1 d', now() + interval '8 d', false, 10);
                insert into event_service.seats (event_schedule_id, ordinal, id, floor, section,
                    row_label, seat_number, zone, grade, accessible, view_restricted,
                    status, reservation_id)
                select '%1$s', n, gen_random_uuid(), '1', 'A', '1', n, '', 'R', false, false,
                       case n when 3 then 'SOLD' else 'AVAILABLE' end,
                       case n when 3 then '%2$s'::uuid end
                from generate_series(0, 9) n;
                """
                        .formatted(schedule, sold));
        openGate();
    }

    void openGate() {
        RedisClusterCommands<String, String> commands = redis.sync();
        String runId =
                commands.info("server")
                        .lines()
                        .filter(line -> line.startsWith("run_id:"))
                        .findFirst()
                        .orElseThrow()
                        .substring("run_id:".length())
                        .strip();
        commands.set("seat:{" + schedule + "}:incarnation", runId);
    }

    void seat(int ordinal, String value) {
        redis.sync().hset("seat:hold:{" + schedule + "}", "" + ordinal, value);
    }

    void noSeat(int ordinal) {
        redis.sync().hdel("seat:hold:{" + schedule + "}", "" + ordinal);
    }

    void closeGate() {
        redis.sync().set("seat:{" + schedule + "}:incarnation", "another");
    }

    void reservation(UUID id, int ordinal, String person, String status) throws SQLException {
        boolean stands = !status.equals("CANCELLED");
        boolean paid = !status.equals("PENDING");
        sql(
                """
                insert into reservation_service.reservations
                    (id, number, user_id, person_id, schedule_id, status, total_amount, counted,
                     hold_expires_at, idempotency_key, request_hash, title, venue, hall, poster_url,
                     starts_at, order_id, payment_id, confirmed_at, cancelled_at)
                values ('%1$s', substr('%1$s', 1, 30), gen_random_uuid(), '%2$s', '%3$s', '%4$s',
                        70000, %5$d, now() + interval '200 s', '%1$s', '', 't', 'v', 'h', '',
                        now() + interval '9 d', %6$s, %6$s,
                        case when %7$b then now() - interval '2 h' end,
                        case when not %8$b then now() - interval '1 h' end);
                insert into reservation_service.reservation_seats
                values ('%1$s', '%3$s', %9$d, gen_random_uuid(), 'A1', 'R', 70000, '', %8$b);
                insert into reservation_service.person_seats values ('%3$s', '%2$s', %5$d, 4);
                """
                        .formatted(
                                id,
                                person,
                                schedule,
                                status,
                                stands ? 1 : 0,
                                paid ? "gen_random_uuid()" : "null",
                                paid,
                                stands,
                                ordinal));
        if (paid) {
            sql(
                    """
                    insert into reservation_service.tickets
                    values ('%1$s', %2$d, 'n%1$s', 'c%1$s', now() - interval '2 h',
                            case when not %3$b then now() - interval '1 h' end)
                    """
                            .formatted(id, ordinal, stands));
        }
    }

    /** A turn of ten minutes; the times in SQL. */
    UUID inside(int place, String takenAt, String releasedAt) throws SQLException {
        UUID id = UUID.randomUUID();
        sql(
                """
                insert into queue_service.turns (id, schedule_id, user_id, person, place, taken_at,
                                                 expires_at, released_at, released_reason)
                values ('%5$s', '%1$s', gen_random_uuid(), gen_random_uuid(), %2$d, %3$s,
                        %3$s + interval '10 min', %4$s,
                        case when %4$s is not null then 'LEFT' end)
                """
                        .formatted(schedule, place, takenAt, releasedAt, id));
        return id;
    }

    /** The turn by which a reservation was held, and when that was. */
    void heldBy(UUID turn, UUID reservation, String at) throws SQLException {
        sql(
                """
                update reservation_service.reservations
                set turn_id = '%s', created_at = %s where id = '%s'
                """
                        .formatted(turn, at, reservation));
    }

    /** The order, its payment and the entry of the ledger, and the money at the provider. */
    void paid(UUID reservation, UUID paymentId, String status) throws Exception {
        sql(
                """
                update reservation_service.reservations set payment_id = '%2$s' where id = '%1$s';
                insert into payment_service.orders (id, reservation_id, user_id, amount, state,
                                                    verdict_at)
                select order_id, id, user_id, 70000, 'PAID', now()
                from reservation_service.reservations where id = '%1$s';
                insert into payment_service.payments (id, order_id, reservation_id, user_id,
                    payment_key, request_hash, amount, status, provider_id, confirm_started_at)
                select '%2$s', order_id, id, user_id, '%2$s', '', 70000, '%3$s', '%2$s', now()
                from reservation_service.reservations where id = '%1$s';
                insert into payment_service.ledger (entry_id, account, amount, payment_id, provider_id)
                values ('%2$s', 'SALES', -70000, '%2$s', '%2$s'),
                       ('%2$s', 'PROVIDER', 70000, '%2$s', '%2$s');
                """
                        .formatted(reservation, paymentId, status));
        charge(paymentId.toString());
    }

    private void refund(UUID paymentId) throws Exception {
        UUID refund = UUID.randomUUID();
        sql(
                """
                insert into payment_service.refunds (id, payment_id, provider_id, amount, price,
                                                     whole, reason, state, done_at)
                values ('%1$s', '%2$s', '%2$s', 70000, 70000, false, 'CANCELLED_BY_FAN', 'DONE',
                        now());
                insert into payment_service.ledger (entry_id, account, amount, payment_id, provider_id)
                values ('%1$s', 'PROVIDER', -70000, '%2$s', '%2$s'),
                       ('%1$s', 'REFUNDS', 70000, '%2$s', '%2$s');
                """
                        .formatted(refund, paymentId));
        cancel(paymentId.toString());
    }

    /** A refund above the limit; who approved it in SQL. Payment was asked for 70,000 won. */
    void refundByOperator(long approvedWon, String approvedBy) throws SQLException {
        sql(
                """
                insert into reservation_service.refunds (id, payment_id, order_id, reservation_id,
                    amount, price, reason, ask_again_at, refunded_won, refunded_at)
                select payment_id, payment_id, order_id, id, 70000, 70000, 'CANCELLED_BY_OPERATOR',
                       now(), 70000, now()
                from reservation_service.reservations where id = '%1$s';
                insert into reservation_service.refund_requests (id, reservation_id, ordinals,
                    fee_percent, amount, reason, needs_second, state, asked_by, decided_by,
                    decided_at, refund_id)
                select gen_random_uuid(), id, '{4}', 0, %2$d, 'r', true, 'DONE', asked_by, %3$s,
                       now(), payment_id
                from (select *, gen_random_uuid() as asked_by
                      from reservation_service.reservations where id = '%1$s') r
                """
                        .formatted(givenBack, approvedWon, approvedBy));
    }

    /** The seat that was given back has a fee and a refund, whose id is in SQL. */
    void giveBackInPart(String refundId, long feeWon) throws SQLException {
        sql(
                """
                update reservation_service.reservation_seats
                set fee = %d, cancelled_at = now(), refund_id = %s where reservation_id = '%s'
                """
                        .formatted(feeWon, refundId, givenBack));
    }

    void charge(String providerId) throws Exception {
        provider("/simulator/payments/" + providerId + "/approve", "{\"amount\":70000}");
        provider("/simulator/payments/" + providerId + "/charge", "{}");
    }

    void cancel(String providerId) throws Exception {
        provider("/payments/" + providerId + "/cancel", "{\"reason\":\"r\"}");
    }

    private void provider(String path, String body) throws Exception {
        var answer =
                http.send(
                        HttpRequest.newBuilder(URI.create(provider.url() + path))
                                .header("Authorization", "PortOne " + PROVIDER.secret())
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(answer.body());
        }
    }

    /** Published, on its topic, processed, and its group at the end. */
    private void heard(UUID id) throws Exception {
        outbox(id);
        publish(id);
        sql(
                """
                insert into common.processed_events (event_id, consumer_service, event_type)
                values ('%s', 'reservation', 'OrderPaid')
                """
                        .formatted(id));
        readUpTo(0);
    }

    void outbox(UUID id) throws SQLException {
        sql(
                """
                insert into common.outbox_events (id, shard, topic, message_key, event_type, payload,
                                                  published, published_at)
                values ('%s', 0, '%s', 'k', 'OrderPaid', '', true, now())
                """
                        .formatted(id, TOPIC));
    }

    void publish(UUID id) throws Exception {
        KafkaSettings kafka = stores.kafkaSettings();
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(
                        kafka.clientWith(Map.of()),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            ProducerRecord<byte[], byte[]> record =
                    new ProducerRecord<>(kafka.topicPrefix() + TOPIC, new byte[0]);
            record.headers()
                    .add("id", id.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
            producer.send(record).get();
        }
    }

    /** The group has read all but so many. */
    void readUpTo(long behind) throws Exception {
        KafkaSettings kafka = stores.kafkaSettings();
        TopicPartition partition = new TopicPartition(kafka.topicPrefix() + TOPIC, 0);
        try (Admin topics = Admin.create(kafka.clientWith(Map.of()))) {
            long end =
                    topics.listOffsets(
                                    Map.of(
                                            partition,
                                            org.apache.kafka.clients.admin.OffsetSpec.latest()))
                            .partitionResult(partition)
                            .get()
                            .offset();
            topics.alterConsumerGroupOffsets(
                            kafka.topicPrefix() + "reservation",
                            Map.of(partition, new OffsetAndMetadata(end - behind)))
                    .all()
                    .get();
        }
    }

    UUID message() {
        return message;
    }

    void sql(String sql) throws SQLException {
        try (Statement statement = admin.createStatement()) {
            statement.execute(sql);
        }
    }

    CheckResult result(Promise... promises) throws SQLException {
        Evidence evidence = new Evidence();
        List.of(promises).forEach(evidence::told);
        return judge(evidence);
    }

    CheckResult waited(Wait... waits) throws SQLException {
        Evidence evidence = new Evidence();
        evidence.waited(List.of(waits));
        return judge(evidence);
    }

    CheckResult judge(Evidence evidence) throws SQLException {
        evidence.inside(new Evidence.Inside(schedule, Instant.now().minusSeconds(1_800), 0, 2));
        return new Checker(sources(), evidence).check();
    }

    Sources sources() throws SQLException {
        return new Sources(
                stores.postgresSettings().url(),
                stores.postgresSettings().adminUser(),
                stores.postgresSettings().adminPassword().value(),
                stores.redisSettings().url().value(),
                stores.kafkaSettings().bootstrapServers(),
                stores.kafkaSettings().client(),
                stores.kafkaSettings().topicPrefix(),
                provider.url(),
                PROVIDER.secret());
    }

    @Override
    public void close() throws SQLException {
        redis.close();
        provider.close();
        http.close();
        admin.close();
    }
}
