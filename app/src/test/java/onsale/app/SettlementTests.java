package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import onsale.app.Api.Answer;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What a show has earned equals the ledger, through sales, refunds and a cancelled show. */
class SettlementTests {

    private static final Duration SOON = Duration.ofSeconds(60);
    private static final long PRICE = 70_000;

    private final SharedNode node = SharedNode.get();
    private final Api api = node.api;
    private final String url = node.url;
    private final String owner = node.token(CurrentUser.ORGANISER);
    private final String fan = node.token(CurrentUser.USER);
    private final Organiser organiser = new Organiser(api, url, owner);
    private final String event =
            organiser.openEvent(
                    "{\"rows\":[\"A\"],\"seatsPerRow\":10,\"gradeMapping\":{\"A\":\"R\"}}", PRICE);
    private final String schedule = organiser.schedule(event);
    private final String seatIdBase = seatsOnSale();

    private String seatsOnSale() {
        Wait.until(
                "the seats are on sale",
                SOON,
                () -> api.get(url + "/api/reservations/seats/" + schedule, null).status() == 200);
        return api.get(url + "/api/schedules/" + schedule + "/layout", null).text("seatIdBase");
    }

    private String seat(int ordinal) {
        return "%s%08x".formatted(seatIdBase, ordinal);
    }

    private Answer post(String path, String body, String token) {
        Answer answer = api.post(url + path, body, token);
        assertThat(answer.status()).as(answer.response().body()).isLessThan(300);
        return answer;
    }

    private String bought(int ordinal) {
        String reservation =
                post(
                                "/api/reservations/hold",
                                "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s\"]}"
                                        .formatted(schedule, seat(ordinal)),
                                fan)
                        .text("reservationId");
        String order =
                post("/api/reservations/" + reservation + "/checkout", "", fan)
                        .text("paymentOrder");
        Answer payment =
                post(
                        "/api/payments",
                        "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                .formatted(order, UUID.randomUUID()),
                        fan);
        String token = api.approve(payment.body().path("provider").path("paymentId").asString());
        post(
                "/api/payments/confirm",
                "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                        .formatted(payment.text("paymentId"), token),
                fan);
        Wait.until(
                "it is confirmed",
                SOON,
                () ->
                        api.get(url + "/api/reservations/" + reservation, fan)
                                .text("status")
                                .equals("CONFIRMED"));
        return reservation;
    }

    private Answer settlement(String token) {
        return api.get(url + "/api/admin/settlements/" + event, token);
    }

    private void awaitSettled(long gross, long refunds, long net, long paidBack) {
        Wait.until(
                "gross %d, refunds %d, net %d".formatted(gross, refunds, net),
                SOON,
                () -> {
                    JsonNode date = settlement(owner).body().path("schedules").get(0);
                    return date.path("grossWon").asLong() == gross
                            && date.path("refundsWon").asLong() == refunds
                            && date.path("netWon").asLong() == net
                            && date.path("chargedWon").asLong() == gross
                            && date.path("paidBackWon").asLong() == paidBack
                            && date.path("outstandingWon").asLong() == 0
                            && date.path("differenceWon").asLong() == 0;
                });
    }

    @Test
    void theSettlementEqualsTheLedgerUntilTheShowIsCancelledAndEverybodyHasTheirMoney() {
        bought(0);
        String givenBack = bought(1);
        awaitSettled(2 * PRICE, 0, 2 * PRICE, 0);

        String quote =
                api.get(url + "/api/reservations/" + givenBack + "/refund-quote", fan)
                        .text("quote");
        assertThat(
                        api.delete(url + "/api/reservations/" + givenBack + "?quote=" + quote, fan)
                                .status())
                .isEqualTo(204);
        awaitSettled(2 * PRICE, PRICE, PRICE, PRICE);

        String allocations = "/api/admin/allocations/" + schedule;
        post(
                allocations,
                "{\"purpose\":\"COMPLIMENTARY\",\"note\":\"press\",\"seatIds\":[\"%s\"]}"
                        .formatted(seat(5)),
                owner);
        JsonNode date = settlement(owner).body().path("schedules").get(0);
        assertThat(date.path("complimentarySeats").asInt()).isEqualTo(1);
        assertThat(date.path("soldSeats").asInt()).isEqualTo(1);
        Wait.until(
                "the catalogue counts the allocated seat as gone",
                SOON,
                () ->
                        api.get(
                                                url
                                                        + "/api/admin/events/"
                                                        + event
                                                        + "/schedules/"
                                                        + schedule,
                                                owner)
                                        .body()
                                        .path("availableSeats")
                                        .asInt()
                                == 8);

        post(
                "/api/admin/events/" + event + "/schedules/" + schedule + "/cancel",
                "{\"reason\":\"rain\"}",
                owner);
        awaitSettled(2 * PRICE, 2 * PRICE, 0, 2 * PRICE);
    }

    /** The canary: money that the seats do not know of is a difference. */
    @Test
    void aChargeThatNoSeatExplainsIsSeen() throws SQLException {
        bought(2);
        awaitSettled(PRICE, 0, PRICE, 0);
        String planted =
                """
                insert into payment_service.ledger
                    (entry_id, account, amount, payment_id, provider_id)
                select '%1$s'::uuid, side.account, side.sign * 5000, p.id, 'planted %1$s'
                from payment_service.payments p join payment_service.orders o on o.id = p.order_id,
                     (values ('SALES', -1), ('PROVIDER', 1)) side (account, sign)
                where o.schedule_id = '%2$s' and p.status = 'SUCCESS'
                """
                        .formatted(UUID.randomUUID(), schedule);
        try (var admin = node.stores.admin();
                var statement = admin.createStatement()) {
            statement.execute(planted);
            JsonNode date = settlement(owner).body().path("schedules").get(0);
            assertThat(date.path("differenceWon").asLong()).isEqualTo(-5_000);
            statement.execute(
                    "delete from payment_service.ledger where provider_id like 'planted %'");
        }
    }

    @Test
    void anotherOrganisersSaleDoesNotExist() {
        String stranger = node.token(CurrentUser.ORGANISER);
        String allocations = url + "/api/admin/allocations/" + schedule;
        String queue = url + "/api/admin/queue-settings/" + schedule;
        String room = "{\"admitPerSecond\":5,\"maxActive\":500,\"capacity\":1000}";

        assertThat(settlement(stranger).status()).isEqualTo(404);
        assertThat(api.get(allocations, stranger).status()).isEqualTo(404);
        assertThat(api.get(allocations + "/seats", stranger).status()).isEqualTo(404);
        assertThat(
                        api.post(
                                        allocations,
                                        "{\"purpose\":\"HOUSE\",\"seatIds\":[\"%s\"]}"
                                                .formatted(seat(9)),
                                        stranger)
                                .status())
                .isEqualTo(404);
        assertThat(api.get(queue, stranger).status()).isEqualTo(404);
        assertThat(put(queue, room, stranger).status()).isEqualTo(404);
        // the canary: its owner gets through
        assertThat(settlement(owner).status()).isEqualTo(200);
        assertThat(api.get(allocations, owner).status()).isEqualTo(200);
        assertThat(put(queue, room, owner).body().path("admitPerSecond").asInt()).isEqualTo(5);
        assertThat(api.get(queue, fan).status()).isEqualTo(403);
    }

    private Answer put(String path, String body, String token) {
        return api.send("PUT", path, token, body, "application/json");
    }
}
