package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import onsale.app.Api.Answer;
import onsale.ops.IntegrityReport;
import onsale.platform.access.CurrentUser;
import onsale.platform.db.Database;
import onsale.platform.db.Databases;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** For each check of the requirements: planted, found, repaired by its owner, found no more. */
class IntegrityTests {

    private static final Duration SOON = Duration.ofSeconds(40);
    static final long PRICE = 70_000;

    @SuppressWarnings("NullAway.Init")
    private static SharedNode node;

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static String admin;

    @SuppressWarnings("NullAway.Init")
    private static String schedule;

    @SuppressWarnings("NullAway.Init")
    private static String seatIdBase;

    @SuppressWarnings("NullAway.Init")
    private static PlantedRows rows;

    private final String fan = node.token(CurrentUser.USER);

    @BeforeAll
    static void start() {
        node = SharedNode.get();
        api = node.api;
        admin = node.token(CurrentUser.ADMIN);
        Organiser organiser = new Organiser(api, node.url, admin);
        schedule =
                organiser.schedule(
                        organiser.openEvent(
                                """
                                {"rows":["A"],"seatsPerRow":12,"gradeMapping":{"A":"R"}}
                                """,
                                PRICE));
        Wait.until(
                "the seats are on sale",
                SOON,
                () ->
                        api.get(node.url + "/api/reservations/seats/" + schedule, null).status()
                                == 200);
        rows = new PlantedRows(node.stores, schedule);
        seatIdBase =
                api.get(node.url + "/api/schedules/" + schedule + "/layout", null)
                        .text("seatIdBase");
    }

    // ---- what is there

    private String held(int ordinal) {
        return api.post(
                        node.url + "/api/reservations/hold",
                        "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s%08x\"]}"
                                .formatted(schedule, seatIdBase, ordinal),
                        fan)
                .text("reservationId");
    }

    private String checkedOut(int ordinal) {
        String reservation = held(ordinal);
        assertThat(
                        api.post(
                                        node.url + "/api/reservations/" + reservation + "/checkout",
                                        "",
                                        fan)
                                .status())
                .isEqualTo(200);
        return reservation;
    }

    private String status(String reservation) {
        return api.get(node.url + "/api/reservations/" + reservation, fan).text("status");
    }

    private static JsonNode result(Answer answer, String check) {
        for (JsonNode item : answer.body().path("items")) {
            if (item.path("check").asString().equals(check)) {
                return item;
            }
        }
        throw new AssertionError("no check " + check + ": " + answer.response().body());
    }

    private static JsonNode run(String check) {
        Answer ran = api.post(node.url + "/api/admin/integrity/run", "", admin);
        assertThat(ran.status()).as(ran.response().body()).isEqualTo(200);
        JsonNode result = result(ran, check);
        assertThat(result.path("problem").isNull() || result.path("problem").isMissingNode())
                .as(result.toString())
                .isTrue();
        return result;
    }

    private static boolean finds(String check, String subject) {
        return run(check).path("sample").toString().contains(subject);
    }

    private static Answer repair(String check) {
        Answer repaired =
                api.post(node.url + "/api/admin/integrity/" + check + "/repair", "", admin);
        assertThat(repaired.status()).as(repaired.response().body()).isEqualTo(200);
        return repaired;
    }

    /** As from several nodes at once. */
    private static void repairAtOnce(String check) throws Exception {
        List<Callable<Answer>> calls = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            calls.add(() -> repair(check));
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var call : threads.invokeAll(calls)) {
                call.get();
            }
        }
    }

    private static void assertGone(String check, String subject) {
        Wait.until(check + " is found no more", SOON, () -> !finds(check, subject));
    }

    @Test
    void aRowOfTheAuditThatWasChanged() {
        api.post(node.url + "/api/admin/integrity/run", "", admin); // an entry of our own
        Wait.until(
                "the audit has rows",
                SOON,
                () -> !rows.one("select count(*) from common.audit").equals("0"));
        assertThat(run("audit_chain").path("found").asInt()).isZero();
        String last = rows.one("select max(seq) from common.audit");
        String action = rows.one("select action from common.audit where seq = " + last);

        rows.sql("update common.audit set action = 'nothing' where seq = " + last);
        assertThat(finds("audit_chain", "audit row " + last)).isTrue();
        assertThat(run("audit_chain").path("alarm").asBoolean()).isTrue();

        rows.sql("update common.audit set action = '%s' where seq = %s".formatted(action, last));
        assertGone("audit_chain", "audit row " + last);
    }

    // ---- the six

    /** Asked to close long ago, and the answer never came. */
    @Test
    void stuckPending() {
        String reservation = checkedOut(0);
        rows.sql(
                """
                update reservation_service.reservations
                set hold_expires_at = now() - interval '11 minutes', close_asked_at = now()
                where id = '%s'
                """
                        .formatted(reservation));

        assertThat(finds("stuck_pending", reservation)).isTrue();
        assertThat(run("stuck_pending").path("alarm").asBoolean()).as("not above ten").isFalse();
        repair("stuck_pending");

        assertGone("stuck_pending", reservation);
        assertThat(status(reservation)).isEqualTo("CANCELLED");
    }

    @Test
    void paidButNotConfirmed() throws Exception {
        String reservation = checkedOut(1);
        String order = rows.order(reservation);
        rows.addOrder(order, reservation, "PAID");
        String payment = rows.addPayment(order, reservation);

        assertThat(finds("paid_not_confirmed", order)).isTrue();
        assertThat(run("paid_not_confirmed").path("alarm").asBoolean()).isTrue();
        repairAtOnce("paid_not_confirmed");

        assertGone("paid_not_confirmed", order);
        assertThat(status(reservation)).isEqualTo("CONFIRMED");
        assertThat(
                        rows.one(
                                """
                                select count(*) from common.outbox_events
                                where event_type = 'ReservationConfirmed' and message_key = '%s'
                                """
                                        .formatted(reservation)))
                .as("confirmed once")
                .isEqualTo("1");
        assertThat(payment).isNotEmpty();
    }

    @Test
    void failedButNotCancelled() {
        String reservation = checkedOut(2);
        String order = rows.order(reservation);
        rows.addOrder(order, reservation, "CLOSED");

        assertThat(finds("failed_not_cancelled", order)).isTrue();
        repair("failed_not_cancelled");

        assertGone("failed_not_cancelled", order);
        assertThat(status(reservation)).isEqualTo("CANCELLED");
    }

    @Test
    void staleOutbox() {
        String id = UUID.randomUUID().toString();
        rows.sql(
                """
                insert into common.outbox_events
                    (id, service, shard, topic, message_key, event_type, payload, created_at, dead_at)
                values ('%s', 'payment_svc_user', 3, 'payment.events', 'planted', 'Planted', '{}',
                        now() - interval '10 minutes', now())
                """
                        .formatted(id));

        assertThat(finds("stale_outbox", id)).isTrue();
        repair("stale_outbox");

        assertGone("stale_outbox", id);
        assertThat(
                        rows.one(
                                "select published from common.outbox_events where id = '%s'"
                                        .formatted(id)))
                .isIn("t", "");
    }

    /** A sale that the projection has lost. */
    @Test
    void bookingProjection() {
        String reservation = checkedOut(8);
        String order = rows.order(reservation);
        rows.addOrder(order, reservation, "PAID");
        rows.addPayment(order, reservation);
        repair("paid_not_confirmed");
        String known =
                "select count(*) from ops.booking_seats where reservation_id = '%s' and sold_at is not null"
                        .formatted(reservation);
        Wait.until("the projection knows it", SOON, () -> rows.one(known).equals("1"));
        rows.sql(
                """
                update reservation_service.reservations set updated_at = now() - interval '6 minutes'
                where id = '%s'
                """
                        .formatted(reservation));
        rows.sql(
                "delete from ops.booking_seats where reservation_id = '%s'".formatted(reservation));

        assertThat(finds("booking_projection", schedule)).isTrue();
        repair("booking_projection");

        assertGone("booking_projection", schedule);
        assertThat(rows.one(known)).isEqualTo("1");
    }

    /** The catalogue has not heard of a sale, and the gate has a seat that nobody took. */
    @Test
    void seatState() {
        String reservation = checkedOut(3);
        String order = rows.order(reservation);
        rows.addOrder(order, reservation, "PAID");
        rows.addPayment(order, reservation);
        repair("paid_not_confirmed");
        Wait.until("it is sold", SOON, () -> inCatalogue(3).equals("SOLD"));
        // the contexts' own jobs may be quicker: then once more
        Wait.until(
                "the catalogue is found wrong",
                SOON,
                () -> {
                    forgetInCatalogue(reservation, 3);
                    return finds("seat_state", reservation);
                });
        Wait.until(
                "the gate is found wrong",
                SOON,
                () -> {
                    sellAtGate(9);
                    return finds("seat_state", schedule + ", ordinal 9, wrong at the gate");
                });

        repair("seat_state");

        assertGone("seat_state", schedule);
        assertThat(inCatalogue(3)).isEqualTo("SOLD");
        assertThat(held(9)).as("free at the gate").isNotEmpty();
    }

    /** The reservation looks old enough to be judged, and the catalogue never heard of it. */
    private static void forgetInCatalogue(String reservation, int ordinal) {
        rows.sql(
                """
                update reservation_service.reservations
                set updated_at = now() - interval '5 minutes' where id = '%s'
                """
                        .formatted(reservation),
                """
                delete from event_service.seat_sales
                where event_schedule_id = '%s' and ordinal = %d
                """
                        .formatted(schedule, ordinal),
                """
                update event_service.seats set status = 'AVAILABLE', reservation_id = null
                where event_schedule_id = '%s' and ordinal = %d
                """
                        .formatted(schedule, ordinal));
    }

    private static String inCatalogue(int ordinal) {
        return rows.one(
                """
                select status from event_service.seats
                where event_schedule_id = '%s' and ordinal = %d
                """
                        .formatted(schedule, ordinal));
    }

    private static void sellAtGate(int ordinal) {
        node.stores
                .redisConnection()
                .connection()
                .sync()
                .hset("seat:hold:{" + schedule + "}", "" + ordinal, "0:somebody");
    }

    @Test
    void doublePayment() throws Exception {
        String reservation = checkedOut(4);
        String order = rows.order(reservation);
        rows.addOrder(order, reservation, "PAID");
        String first = rows.addPayment(order, reservation);
        repair("paid_not_confirmed");
        Wait.until("it is confirmed", SOON, () -> status(reservation).equals("CONFIRMED"));
        String another = UUID.randomUUID().toString();
        rows.addOrder(another, reservation, "PAID");
        String second = rows.addPayment(another, reservation);
        try {
            assertThat(finds("double_payment", second)).isTrue();
            assertThat(finds("double_payment", first)).as("the one that confirmed stays").isFalse();
            assertThat(run("double_payment").path("severity").asString()).isEqualTo("P0");
            repairAtOnce("double_payment");

            assertGone("double_payment", second);
            assertThat(
                            rows.one(
                                    """
                                    select string_agg(payment_id::text, ',') from payment_service.refunds
                                    where payment_id in ('%s', '%s')
                                    """
                                            .formatted(first, second)))
                    .isEqualTo(second);
        } finally {
            // the provider never had it, so its refund would be tried for ever
            rows.sql(
                    "delete from payment_service.refunds where payment_id = '%s'".formatted(second),
                    "delete from payment_service.payments where id = '%s'".formatted(second),
                    "delete from payment_service.orders where id = '%s'".formatted(another));
        }
    }

    // ---- around them

    @Test
    void everyCheckHasASeverityAThresholdAndAGauge() {
        run("stuck_pending");
        Answer all = api.get(node.url + "/api/admin/integrity", admin);

        assertThat(all.body().path("items").size()).isGreaterThan(18);
        for (JsonNode item : all.body().path("items")) {
            assertThat(item.path("problem").asString("")).as(item.toString()).isEmpty();
            assertThat(item.path("ranAt").asString("")).as(item.toString()).isNotEmpty();
        }
        assertThat(result(all, "stuck_pending").path("threshold").asInt()).isEqualTo(10);
        assertThat(result(all, "stale_outbox").path("threshold").asInt()).isEqualTo(100);
        assertThat(result(all, "two_verdicts").path("repairable").asBoolean()).isFalse();
        String metrics =
                api.get(node.node.managementUrl() + "/actuator/prometheus", null).response().body();
        assertThat(metrics)
                .contains("onsale_integrity_found{", "check=\"double_payment\",severity=\"P0\"");
    }

    @Test
    void whatHasNoRepairIsForAPerson() {
        assertThat(
                        api.post(node.url + "/api/admin/integrity/two_verdicts/repair", "", admin)
                                .text("code"))
                .isEqualTo("ops.no_repair");
        assertThat(api.post(node.url + "/api/admin/integrity/nothing/repair", "", admin).status())
                .isEqualTo(404);
        assertThat(api.get(node.url + "/api/admin/integrity", fan).status()).isEqualTo(403);
    }

    /** What {@code onsale ops check} prints. */
    @Test
    void theCommandPrintsEveryCheck() {
        StringWriter said = new StringWriter();
        try (Database reader =
                new Databases(node.stores.postgresSettings(), node.stores.secret()).reader()) {
            IntegrityReport.print(reader, new PrintWriter(said));
        }

        assertThat(said.toString())
                .contains("P0 double_payment", "P1 stuck_pending", "P1 seat_state");
    }
}
