package onsale.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import onsale.contracts.SeatIds;
import onsale.platform.access.CurrentUser;
import onsale.testkit.Wait;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Messages about schedules and sales are lost, delayed or doubled on their way between catalogue,
 * reservation and waiting room; the three agree in the end. Those about money are lost in {@link
 * SagaWalkTest}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostMessagesTests {

    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int SEATS = 4;
    private static final String LAYOUT =
            "{\"rows\":[\"A\"],\"seatsPerRow\":%d,\"gradeMapping\":{\"A\":\"R\"}}".formatted(SEATS);
    private static final List<String> ABOUT_SCHEDULES =
            List.of(
                    "SchedulePublished",
                    "InventoryChunk",
                    "InventoryComplete",
                    "ScheduleHeardByReservation",
                    "ScheduleHeardByQueue");

    private final SharedNode node = SharedNode.get();
    private final Api api = node.api;
    private final Organiser organiser = new Organiser(api, node.url, node.token(CurrentUser.ADMIN));
    private final String fan = node.token(CurrentUser.USER);
    private MessageLoss losses;
    private int cases;

    @BeforeAll
    void start() {
        losses = new MessageLoss(node.stores);
    }

    @AfterAll
    void stop() {
        losses.close();
        System.out.println("Lost messages about schedules and sales: " + cases + " cases");
    }

    /** One case for all of them: the first of every type is lost. */
    @Test
    void aScheduleGoesOnSaleAndIsCancelledWhateverIsLost() {
        String event = organiser.event(LAYOUT, 0);
        String schedule = organiser.schedule(event);
        ABOUT_SCHEDULES.forEach(type -> losses.next(1, type, schedule));
        organiser.open(event);
        awaitHeard(schedule);
        ABOUT_SCHEDULES.forEach(type -> assertThat(losses.lost(type)).as(type).isEqualTo(1));

        losses.next(1, "ScheduleCancelled", schedule);
        cancel(event, schedule);
        awaitCancelled(schedule);

        assertThat(losses.lost("ScheduleCancelled")).isEqualTo(1);
        losses.forget();
        cases += ABOUT_SCHEDULES.size() + 1;
    }

    /** Also the way of a free ticket: no provider takes part. */
    @Test
    void aSaleIsKnownWhateverIsLost() {
        String schedule = organiser.schedule(organiser.openEvent(LAYOUT, 0));
        awaitHeard(schedule);
        List<String> bought = new ArrayList<>();
        for (int seat = 0; seat < SEATS; seat++) {
            String reservation = held(schedule, seat);
            if (seat > 1) {
                losses.next(1, "ReservationConfirmed", reservation);
            }
            payNothing(reservation);
            bought.add(reservation);
        }
        losses.next(1, "SeatsSold", schedule);
        awaitSold(schedule, SEATS);
        assertThat(losses.lost("ReservationConfirmed")).isEqualTo(2);
        assertThat(losses.lost("SeatsSold")).isEqualTo(1);

        // A sale of the last minutes may be missing from a list: this one is older.
        losses.execute(
                """
                update event_service.seat_sales set confirmed_at = confirmed_at - interval '10 min'
                where event_schedule_id = '%s'
                """
                        .formatted(schedule));
        losses.next(1, "ReservationCancelled", bought.get(0));
        giveBack(bought.get(0));
        awaitSold(schedule, SEATS - 1);

        assertThat(losses.lost("ReservationCancelled")).isEqualTo(1);
        losses.deliver(); // at last, all of it
        awaitQuiet();
        awaitSold(schedule, SEATS - 1);
        losses.forget();
        cases += 4;
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SchedulePublished",
                "InventoryChunk",
                "InventoryComplete",
                "ScheduleHeardByReservation",
                "ScheduleHeardByQueue",
                "ScheduleCancelled"
            })
    void eachAlone(String type) {
        for (int times : List.of(1, 3)) {
            for (boolean comesLate : List.of(false, true)) {
                String event = organiser.event(LAYOUT, 0);
                String schedule = organiser.schedule(event);
                losses.next(times, type, schedule);
                organiser.open(event);
                if (type.equals("ScheduleCancelled")) {
                    awaitHeard(schedule);
                    cancel(event, schedule);
                    awaitCancelled(schedule);
                } else {
                    awaitHeard(schedule);
                }
                assertThat(losses.lost(type)).isEqualTo(times);
                if (comesLate) {
                    losses.deliver();
                    awaitQuiet();
                    assertThat(missing(schedule)).isZero();
                }
                losses.forget();
                cases++;
            }
        }
    }

    private String held(String schedule, int seat) {
        Api.Answer held =
                api.post(
                        node.url + "/api/reservations/hold",
                        "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s\"]}"
                                .formatted(
                                        schedule, SeatIds.of(UUID.fromString(schedule)).seat(seat)),
                        fan);
        assertThat(held.status()).as(held.response().body()).isEqualTo(201);
        return held.text("reservationId");
    }

    private void payNothing(String reservation) {
        String order =
                api.post(node.url + "/api/reservations/" + reservation + "/checkout", "", fan)
                        .text("paymentOrder");
        Api.Answer paid =
                api.post(
                        node.url + "/api/payments",
                        "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                .formatted(order, UUID.randomUUID()),
                        fan);
        assertThat(paid.text("status")).as(paid.response().body()).isEqualTo("SUCCESS");
        awaitStatus(reservation, "CONFIRMED");
    }

    private void giveBack(String reservation) {
        String path = node.url + "/api/reservations/" + reservation;
        String quote = api.get(path + "/refund-quote", fan).text("quote");
        assertThat(api.delete(path + "?quote=" + quote, fan).status()).isEqualTo(204);
        Wait.until(
                "it is given back",
                SOON,
                () ->
                        api.get(node.url + "/api/reservations/" + reservation, fan)
                                .body()
                                .path("refund")
                                .path("status")
                                .asString("")
                                .equals("REFUNDED"));
    }

    private void awaitStatus(String reservation, String status) {
        Wait.until(
                "it is " + status,
                SOON,
                () ->
                        api.get(node.url + "/api/reservations/" + reservation, fan)
                                .text("status")
                                .equals(status));
    }

    private void cancel(String event, String schedule) {
        Api.Answer cancelled =
                api.post(
                        node.url
                                + "/api/admin/events/"
                                + event
                                + "/schedules/"
                                + schedule
                                + "/cancel",
                        "{\"reason\":\"illness\"}",
                        organiser.token());
        assertThat(cancelled.status()).as(cancelled.response().body()).isEqualTo(200);
    }

    /** Both have said so, and fans see it. */
    private void awaitHeard(String schedule) {
        Wait.until("all of it is heard", SOON, () -> missing(schedule) == 0);
        Wait.until(
                "the seats are on sale",
                SOON,
                () ->
                        api.get(node.url + "/api/reservations/seats/" + schedule, null).status()
                                == 200);
        assertThat(
                        number(
                                "select count(*) from queue_service.stocks where seats = %d and schedule_id = '%s'"
                                        .formatted(SEATS, schedule)))
                .isEqualTo(1);
    }

    private void awaitCancelled(String schedule) {
        Wait.until(
                "everybody knows that it is cancelled",
                SOON,
                () ->
                        number(
                                        """
                                        select (select count(*) from reservation_service.cancelled_schedules
                                                where schedule_id = '%1$s')
                                             + (select count(*) from queue_service.cancelled_schedules
                                                where schedule_id = '%1$s')
                                        """
                                                .formatted(schedule))
                                == 2);
        Wait.until("both have said so", SOON, () -> missing(schedule) == 0);
    }

    /** In the catalogue and in the waiting room. */
    private void awaitSold(String schedule, int seats) {
        Wait.until(
                seats + " seats are sold everywhere",
                SOON,
                () ->
                        number(
                                                """
                                                select count(*) from event_service.seats
                                                where status = 'SOLD' and event_schedule_id = '%s'
                                                """
                                                        .formatted(schedule))
                                        == seats
                                && number(
                                                """
                                                select sum(sold) from queue_service.stocks
                                                where schedule_id = '%s'
                                                """
                                                        .formatted(schedule))
                                        == seats);
    }

    private void awaitQuiet() {
        Wait.until(
                "all is sent",
                SOON,
                () -> number("select count(*) from common.outbox_events where not published") == 0);
    }

    private long missing(String schedule) {
        return number(
                "select count(*) from event_service.schedule_consumers where missing and event_schedule_id = '%s'"
                        .formatted(schedule));
    }

    private long number(String sql) {
        try (Connection connection = node.stores.admin();
                var statement = connection.createStatement();
                var found = statement.executeQuery(sql)) {
            found.next();
            return found.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
