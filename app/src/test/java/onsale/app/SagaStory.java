package onsale.app;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import onsale.app.SagaWorld.Reply;
import onsale.app.SagaWorld.Step;
import onsale.contracts.SeatIds;
import onsale.testkit.Wait;
import tools.jackson.databind.JsonNode;

/** One fan and one seat, from the hold to the end of the saga. */
final class SagaStory {

    private final SagaWorld world;
    private final String fan;
    private final int seat;
    private final String paymentKey = UUID.randomUUID().toString();

    /** Whether webhooks come (twice) or are lost. */
    private final boolean told;

    private String reservation = "";
    private String order = "";
    private String payment = "";
    private String token = "";
    private boolean twice;
    private boolean outOfTime;

    SagaStory(SagaWorld world, String fan, int seat, boolean told) {
        this.world = world;
        this.fan = fan;
        this.seat = seat;
        this.told = told;
    }

    String reservation() {
        return reservation;
    }

    /** Every request is sent twice at once. */
    SagaStory sendingTwice() {
        twice = true;
        return this;
    }

    /** The hold ends as soon as it is paid, so that nobody waits for it to be overdue. */
    SagaStory outOfTime() {
        outOfTime = true;
        return this;
    }

    /** Everything that comes before this step. */
    SagaStory upTo(Step step) {
        for (Step before : way(step)) {
            run(before);
        }
        return this;
    }

    private static List<Step> way(Step step) {
        return switch (step) {
            case HOLD -> List.of();
            case CHECK_OUT -> List.of(Step.HOLD);
            case PREPARE -> List.of(Step.HOLD, Step.CHECK_OUT);
            case PAY, ABANDON, PAY_AND_ABANDON -> List.of(Step.HOLD, Step.CHECK_OUT, Step.PREPARE);
            case GIVE_BACK -> List.of(Step.HOLD, Step.CHECK_OUT, Step.PREPARE, Step.PAY);
        };
    }

    /** What comes after: to CONFIRMED, or where this way ends. */
    void toTheEnd(Step done) {
        switch (done) {
            case HOLD -> {
                run(Step.CHECK_OUT);
                toTheEnd(Step.CHECK_OUT);
            }
            case CHECK_OUT -> {
                run(Step.PREPARE);
                run(Step.PAY);
            }
            case PREPARE -> run(Step.PAY);
            case PAY, GIVE_BACK, ABANDON, PAY_AND_ABANDON -> {}
        }
    }

    void run(Step step) {
        switch (step) {
            case HOLD ->
                    reservation =
                            until(
                                            "POST",
                                            "/api/reservations/hold",
                                            "{\"scheduleId\":\"%s\",\"seatIds\":[\"%s\"]}"
                                                    .formatted(
                                                            world.schedule(),
                                                            SeatIds.of(world.schedule())
                                                                    .seat(seat)),
                                            201)
                                    .text("reservationId");
            case CHECK_OUT ->
                    order =
                            until("POST", reservationPath() + "/checkout", "", 200)
                                    .text("paymentOrder");
            case PREPARE -> prepare();
            case PAY -> {
                confirm();
                if (outOfTime) {
                    world.letTimeRunOut(reservation);
                }
                waitFor(reservationPath(), "CONFIRMED");
            }
            case GIVE_BACK -> {
                String quote =
                        until("GET", reservationPath() + "/refund-quote", "", 200).text("quote");
                until("DELETE", reservationPath() + "?quote=" + quote, "", 204);
                waitFor("/api/payments/" + payment, "REFUNDED");
                waitFor(reservationPath(), "CANCELLED");
                awaitRefund();
            }
            case ABANDON -> {
                until("POST", reservationPath() + "/abandon", "", 202);
                waitFor(reservationPath(), "CANCELLED");
            }
            case PAY_AND_ABANDON -> {
                var paying = CompletableFuture.runAsync(this::tryToConfirm);
                tryOnce("POST", reservationPath() + "/abandon", "");
                paying.join();
                waitFor(reservationPath(), "CONFIRMED", "CANCELLED");
                waitFor("/api/payments/" + payment, "SUCCESS", "FAILED");
            }
        }
    }

    /** The reservation itself says when the money was back, and how much. */
    private void awaitRefund() {
        Wait.until(
                reservation + " is refunded",
                SagaWorld.PATIENCE,
                () -> {
                    JsonNode refund = send("GET", reservationPath(), "").body().path("refund");
                    return refund.path("status").asString("").equals("REFUNDED")
                            && refund.path("amount").asLong() == SagaWorld.PRICE
                            && refund.hasNonNull("refundedAt");
                });
    }

    private void prepare() {
        Reply made =
                until(
                        "POST",
                        "/api/payments",
                        "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                .formatted(order, paymentKey),
                        201);
        payment = made.text("paymentId");
        String providerId = made.body().path("provider").path("paymentId").asString();
        world.simulate(
                "PUT",
                providerId + "/faults",
                "{\"faults\":[{\"kind\":\"%s\",\"times\":100}]}"
                        .formatted(told ? "WEBHOOK_DUPLICATE" : "WEBHOOK_LOST"));
        token =
                world.simulate(
                                "POST",
                                providerId + "/approve",
                                "{\"customData\":\"%s\"}".formatted(order))
                        .path("paymentToken")
                        .asString();
    }

    private String confirmation() {
        return "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}".formatted(payment, token);
    }

    /** Until the fan is told the end: SUCCESS here, since nobody declines. */
    private void confirm() {
        Wait.until(
                "it is paid: " + reservation,
                SagaWorld.PATIENCE,
                () -> {
                    Reply reply = send("POST", "/api/payments/confirm", confirmation());
                    return reply.text("status").equals("SUCCESS");
                });
    }

    private void tryToConfirm() {
        tryOnce("POST", "/api/payments/confirm", confirmation());
    }

    /** Until the request was heard; what is said to it does not matter. */
    private void tryOnce(String method, String path, String body) {
        Wait.until(
                method + " " + path + " is answered",
                SagaWorld.PATIENCE,
                () -> send(method, path, body).status() < 500);
    }

    private String reservationPath() {
        return "/api/reservations/" + reservation;
    }

    private Reply until(String method, String path, String body, int status) {
        Reply[] last = new Reply[1];
        try {
            Wait.until(
                    method + " " + path + " is done",
                    SagaWorld.PATIENCE,
                    () -> {
                        last[0] = send(method, path, body);
                        return last[0].status() == status;
                    });
        } catch (AssertionError e) {
            throw new AssertionError("last answer " + last[0], e);
        }
        return last[0];
    }

    private void waitFor(String path, String... states) {
        Wait.until(
                path + " is " + List.of(states),
                SagaWorld.PATIENCE,
                () -> List.of(states).contains(send("GET", path, "").text("status")));
    }

    private Reply send(String method, String path, String body)
            throws IOException, InterruptedException {
        if (twice && !method.equals("GET")) {
            CompletableFuture<Reply> other =
                    CompletableFuture.supplyAsync(() -> {
                        try {
                            return world.call(method, path, body, fan);
                        } catch (IOException | InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    });
            Reply first = world.call(method, path, body, fan);
            Reply second = other.join();
            return first.status() < 300 ? first : second;
        }
        return world.call(method, path, body, fan);
    }
}
