package onsale.rush.fan;

import java.time.Duration;
import java.util.SplittableRandom;
import onsale.checker.Promise.What;
import onsale.rush.fan.Fan.End;
import onsale.rush.fan.Measures.Event;
import onsale.rush.http.Answer;
import org.jspecify.annotations.Nullable;

/** One fan's checkout and payment of a reservation, and perhaps its cancellation. */
final class FanPayment {

    private static final Duration STATUS_POLL = Duration.ofSeconds(1);
    private static final Duration STATUS_WITHIN = Duration.ofMinutes(2);
    private static final int ATTEMPTS_MAX = 3;

    private final Sale sale;
    private final Profile profile;
    private final FanRequests requests;
    private final SplittableRandom random;
    private final String reservation;
    private final int seatsHeld;

    FanPayment(
            Sale sale,
            FanRequests requests,
            SplittableRandom random,
            String reservation,
            int seatsHeld) {
        this.sale = sale;
        this.profile = sale.profile();
        this.requests = requests;
        this.random = random;
        this.reservation = reservation;
        this.seatsHeld = seatsHeld;
    }

    End pay() {
        Answer checkout =
                requests.repeat(
                        Op.CHECKOUT,
                        "POST",
                        "/api/reservations/" + reservation + "/checkout",
                        null);
        if (!checkout.isGood()) {
            return checkout.isTrouble() ? End.MET_TROUBLE : End.TOO_LATE;
        }
        String order = checkout.text("paymentOrder");
        for (int attempt = 1; ; attempt++) {
            Answer prepared =
                    requests.repeat(
                            Op.PREPARE,
                            "POST",
                            "/api/payments",
                            "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                    .formatted(order, requests.key()));
            if (!prepared.isGood()) {
                return prepared.isTrouble() ? abandon(End.MET_TROUBLE) : End.TOO_LATE;
            }
            requests.think(profile.payAfter());
            if (random.nextDouble() < profile.abandonPayment()) {
                return random.nextBoolean() ? abandon(End.DID_NOT_PAY) : End.DID_NOT_PAY;
            }
            @Nullable End end = attempt(prepared);
            if (end != null) {
                return end;
            }
            if (attempt == ATTEMPTS_MAX || random.nextDouble() >= profile.retryDeclined()) {
                return abandon(End.DECLINED);
            }
            requests.think(profile.again());
        }
    }

    /** Returns null if the payment was declined and can be tried again. */
    private @Nullable End attempt(Answer prepared) {
        String payment = prepared.text("paymentId");
        String atProvider = prepared.json().path("provider").path("paymentId").asString("");
        boolean declined = random.nextDouble() < profile.decline();
        if (declined && random.nextDouble() < profile.declineAtPage()) {
            requests.atProvider("POST", atProvider + "/decline", "{}");
            return null;
        }
        if (declined) {
            requests.atProvider(
                    "PUT", atProvider + "/faults", "{\"faults\":[{\"kind\":\"DECLINE\"}]}");
        }
        Answer approved = requests.atProvider("POST", atProvider + "/approve", "{}");
        if (!approved.isGood()) {
            return abandon(End.DID_NOT_PAY); // the provider's page is broken
        }
        Answer confirmed =
                requests.repeat(
                        Op.CONFIRM,
                        "POST",
                        "/api/payments/confirm",
                        "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                                .formatted(payment, approved.text("paymentToken")));
        if (confirmed.isGood() && confirmed.text("status").equals("FAILED")) {
            return null;
        }
        return awaitEnd(payment);
    }

    /** Polls, as the page does, until the reservation or the payment shows how it ended. */
    private @Nullable End awaitEnd(String payment) {
        long end = System.nanoTime() + STATUS_WITHIN.toNanos();
        while (System.nanoTime() < end) {
            Answer shown =
                    requests.get(
                            Op.STATUS, "/api/reservations/" + reservation, STATUS_POLL.toNanos());
            switch (shown.text("status")) {
                case "CONFIRMED" -> {
                    return bought();
                }
                case "CANCELLED" -> {
                    return End.TOO_LATE;
                }
                default -> {
                    Answer paying = requests.get(Op.STATUS, "/api/payments/" + payment, 0);
                    if (paying.text("status").equals("FAILED")) {
                        return null;
                    }
                }
            }
            requests.until(requests.wantedNanos() + STATUS_POLL.toNanos());
        }
        return End.MET_TROUBLE;
    }

    private End bought() {
        sale.told(reservation, What.CONFIRMED);
        sale.measures().count(Event.SOLD, seatsHeld);
        if (random.nextDouble() >= profile.cancel()) {
            return End.BOUGHT;
        }
        requests.think(profile.cancelAfter());
        String path = "/api/reservations/" + reservation;
        Answer quoted = requests.repeat(Op.CANCEL, "GET", path + "/refund-quote", null);
        if (!quoted.isGood()) {
            return End.BOUGHT;
        }
        if (seatsHeld > 1 && random.nextDouble() < profile.cancelPart()) {
            giveOneBack(path, quoted.json().path("seats").path(0).path("seatId").asString(""));
            return End.BOUGHT;
        }
        sale.told(reservation, What.CANCEL_ASKED);
        Answer cancelled =
                requests.repeat(Op.CANCEL, "DELETE", path + "?quote=" + quoted.text("quote"), null);
        if (!cancelled.isGood()) {
            return End.BOUGHT; // as far as the fan knows
        }
        sale.told(reservation, What.GIVEN_BACK);
        sale.measures().count(Event.GIVEN_BACK, seatsHeld);
        return End.GAVE_TICKETS_BACK;
    }

    /** The others stay: the fan is still told that the reservation is confirmed. */
    private void giveOneBack(String path, String seat) {
        Answer quoted =
                requests.repeat(Op.CANCEL, "GET", path + "/refund-quote?seatIds=" + seat, null);
        if (!quoted.isGood()) {
            return;
        }
        String terms = "?seatIds=" + seat + "&quote=" + quoted.text("quote");
        if (requests.repeat(Op.CANCEL, "DELETE", path + terms, null).isGood()) {
            sale.measures().count(Event.GIVEN_BACK);
        }
    }

    private End abandon(End end) {
        requests.repeat(Op.ABANDON, "POST", "/api/reservations/" + reservation + "/abandon", null);
        return end;
    }
}
