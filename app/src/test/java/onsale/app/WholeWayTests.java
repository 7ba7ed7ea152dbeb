package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A fan's whole way over HTTP: hold, check out, pay, ticket; and back, with the money. */
class WholeWayTests {

    private static final Duration SOON = Duration.ofSeconds(20);

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static SharedNode node;

    @SuppressWarnings("NullAway.Init")
    private static String url;

    @SuppressWarnings("NullAway.Init")
    private static String schedule;

    @SuppressWarnings("NullAway.Init")
    private static String seatIdBase;

    private final String fan = node.token(CurrentUser.USER);

    @BeforeAll
    static void start() {
        node = SharedNode.get();
        api = node.api;
        url = node.url;
        schedule = aScheduleOnSale();
        seatIdBase =
                api.get(url + "/api/schedules/" + schedule + "/layout", null).text("seatIdBase");
    }

    private static String aScheduleOnSale() {
        Organiser organiser = new Organiser(api, url, node.token(CurrentUser.ADMIN));
        String made =
                organiser.schedule(
                        organiser.openEvent(
                                """
                                {"rows":["A","B"],"seatsPerRow":10,"gradeMapping":{"A":"R","B":"R"}}
                                """,
                                70_000));
        Wait.until(
                "the seats are on sale",
                SOON,
                () -> api.get(url + "/api/reservations/seats/" + made, null).status() == 200);
        return made;
    }

    private Answer held(int ordinal) {
        Answer held =
                api.post(
                        url + "/api/reservations/hold",
                        "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s%08x\"]}"
                                .formatted(schedule, seatIdBase, ordinal),
                        fan);
        assertThat(held.status()).as(held.response().body()).isEqualTo(201);
        return held;
    }

    private Answer checkedOut(String reservation) {
        Answer out = api.post(url + "/api/reservations/" + reservation + "/checkout", "", fan);
        assertThat(out.status()).as(out.response().body()).isEqualTo(200);
        return out;
    }

    private Answer prepared(Answer checkout) {
        Answer payment =
                api.post(
                        url + "/api/payments",
                        "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                .formatted(checkout.text("paymentOrder"), UUID.randomUUID()),
                        fan);
        assertThat(payment.status()).as(payment.response().body()).isEqualTo(201);
        return payment;
    }

    private Answer reservation(String id) {
        return api.get(url + "/api/reservations/" + id, fan);
    }

    @Test
    void fromASeatToATicketAndBack() {
        String reservation = held(3).text("reservationId");
        Answer order = checkedOut(reservation);
        Answer payment = prepared(order);
        String token = api.approve(payment.body().path("provider").path("paymentId").asString());

        Answer paid =
                api.post(
                        url + "/api/payments/confirm",
                        "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                                .formatted(payment.text("paymentId"), token),
                        fan);
        assertThat(paid.text("status")).as(paid.response().body()).isEqualTo("SUCCESS");
        Wait.until(
                "it is confirmed",
                SOON,
                () -> reservation(reservation).text("status").equals("CONFIRMED"));
        Answer tickets = api.get(url + "/api/reservations/" + reservation + "/tickets", fan);
        assertThat(tickets.body().size()).isEqualTo(1);
        assertThat(tickets.body().get(0).path("code").asString()).startsWith("qt_");

        Answer quote = api.get(url + "/api/reservations/" + reservation + "/refund-quote", fan);
        assertThat(quote.body().path("totalRefund").asLong()).isPositive();
        String cancel = url + "/api/reservations/" + reservation;
        assertThat(api.delete(cancel, fan).status()).isEqualTo(400);
        assertThat(api.delete(cancel + "?quote=" + quote.text("quote"), fan).status())
                .isEqualTo(204);
        Wait.until(
                "the money is back",
                SOON,
                () ->
                        api.get(url + "/api/payments/" + payment.text("paymentId"), fan)
                                .text("status")
                                .equals("REFUNDED"));
        assertThat(reservation(reservation).text("cancelReason")).isEqualTo("CANCELLED_BY_FAN");
        assertThat(node.node.log()).doesNotContain(token, order.text("paymentOrder"), fan);
    }

    @Test
    void whoAbandonsThePaymentFreesTheSeat() {
        String reservation = held(5).text("reservationId");
        prepared(checkedOut(reservation));

        assertThat(
                        api.post(url + "/api/reservations/" + reservation + "/abandon", "", fan)
                                .status())
                .isEqualTo(202);

        Wait.until(
                "the seat is free",
                SOON,
                () -> reservation(reservation).text("status").equals("CANCELLED"));
        assertThat(held(5).text("reservationId")).isNotEqualTo(reservation);
    }

    private static String providerId(Answer payment) {
        return payment.body().path("provider").path("paymentId").asString();
    }

    private Answer confirmed(Answer payment, String token) {
        return api.post(
                url + "/api/payments/confirm",
                "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                        .formatted(payment.text("paymentId"), token),
                fan);
    }

    /** The provider's own message comes before the fan is back from its page. */
    @Test
    void theWebhookFirstThenTheFan() {
        String reservation = held(6).text("reservationId");
        Answer payment = prepared(checkedOut(reservation));
        String token = api.approve(providerId(payment));
        api.charge(providerId(payment));
        Wait.until(
                "the webhook was believed",
                SOON,
                () -> reservation(reservation).text("status").equals("CONFIRMED"));

        assertThat(confirmed(payment, token).text("status")).isEqualTo("SUCCESS");
        assertThat(paymentsOf(reservation)).isEqualTo("SUCCESS 1");
    }

    @Test
    void theFanFirstThenTheWebhookAgainAndAgain() {
        String reservation = held(7).text("reservationId");
        Answer payment = prepared(checkedOut(reservation));
        assertThat(confirmed(payment, api.approve(providerId(payment))).text("status"))
                .isEqualTo("SUCCESS");
        String told =
                "{\"type\":\"Transaction.Paid\",\"data\":{\"paymentId\":\"%s\"}}"
                        .formatted(providerId(payment));
        Map<String, String> signed = TestSale.signed(told);

        assertThat(webhook(told, signed).status()).isEqualTo(200);
        assertThat(webhook(told, signed).status()).as("a replay").isEqualTo(200);
        assertThat(
                        webhook(
                                        told,
                                        TestSale.signed(
                                                told, SharedNode.NEXT_WEBHOOK_KEY, Instant.now()))
                                .status())
                .as("by the next secret")
                .isEqualTo(200);

        Wait.until(
                "it is confirmed",
                SOON,
                () -> reservation(reservation).text("status").equals("CONFIRMED"));
        Wait.until(
                "all were looked at",
                SOON,
                () ->
                        one("select count(*) from payment_service.webhooks where handled_at is null")
                                .equals("0"));
        assertThat(
                        one(
                                "select count(*) from payment_service.webhooks where id = '%s'"
                                        .formatted(signed.get("webhook-id"))))
                .isEqualTo("1");
        assertThat(paymentsOf(reservation)).isEqualTo("SUCCESS 1");
    }

    @Test
    void whoCannotSignIsNotHeard() {
        String told = "{\"type\":\"Transaction.Paid\",\"data\":{\"paymentId\":\"forged\"}}";
        Map<String, String> good = TestSale.signed(told);
        byte[] wrong = "wrong".getBytes(StandardCharsets.US_ASCII);
        Instant old = Instant.now().minusSeconds(400);

        assertThat(webhook(told + " ", good).text("code")).isEqualTo("payment.bad_signature");
        assertThat(webhook(told, TestSale.signed(told, wrong, Instant.now())).status())
                .isEqualTo(401);
        assertThat(webhook(told, TestSale.signed(told, Api.WEBHOOK_KEY, old)).status())
                .isEqualTo(401);
        assertThat(webhook(told, Map.of("webhook-id", "x")).status()).isEqualTo(400);
        assertThat(
                        one(
                                "select count(*) from payment_service.webhooks where provider_id = 'forged'"))
                .isEqualTo("0");
    }

    private static Answer webhook(String body, Map<String, String> headers) {
        return api.send(
                "POST",
                url + "/api/payments/webhooks/portone",
                null,
                body,
                "application/json",
                headers.entrySet().stream()
                        .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
                        .toArray(String[]::new));
    }

    /** The state of its payments and how many charges are booked. */
    private static String paymentsOf(String reservation) {
        return one(
                """
                select string_agg(p.status, ',') || ' ' || count(l.seq)
                from payment_service.payments p
                left join payment_service.ledger l on l.payment_id = p.id and l.account = 'SALES'
                where p.reservation_id = '%s'
                """
                        .formatted(reservation));
    }

    private static String one(String sql) {
        try (var connection = node.stores.admin();
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
