package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.UUID;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Stores;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A fan's whole way over HTTP: hold, check out, pay, ticket; and back, with the money. */
class WholeWayTest {

    @RegisterExtension static final Stores stores = Stores.shared();
    private static final Duration SOON = Duration.ofSeconds(20);

    @SuppressWarnings("NullAway.Init")
    private static Api api;

    @SuppressWarnings("NullAway.Init")
    private static TestTokens tokens;

    @SuppressWarnings("NullAway.Init")
    private static String url;

    @SuppressWarnings("NullAway.Init")
    private static String schedule;

    @SuppressWarnings("NullAway.Init")
    private static String seatIdBase;

    private final String fan = tokens.token(CurrentUser.USER);

    @BeforeAll
    static void start() throws Exception {
        api = stores.closing(new Api());
        tokens = new TestTokens(stores);
        url =
                stores.startNode(
                                api.settings(
                                        "--roles=catalog,reservation,payment", tokens.setting()))
                        .url();
        schedule = aScheduleOnSale();
        seatIdBase =
                api.get(url + "/api/schedules/" + schedule + "/layout", null).text("seatIdBase");
    }

    @AfterAll
    static void stop() {
        tokens.close();
    }

    private static String aScheduleOnSale() {
        Organiser organiser = new Organiser(api, url, tokens.token(CurrentUser.ADMIN));
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
        Answer payment = prepared(checkedOut(reservation));
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

        assertThat(api.delete(url + "/api/reservations/" + reservation, fan).status())
                .isEqualTo(204);
        Wait.until(
                "the money is back",
                SOON,
                () ->
                        api.get(url + "/api/payments/" + payment.text("paymentId"), fan)
                                .text("status")
                                .equals("REFUNDED"));
        assertThat(reservation(reservation).text("cancelReason")).isEqualTo("CANCELLED_BY_FAN");
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
}
