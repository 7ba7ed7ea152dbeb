package onsale.rush;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import onsale.checker.Promise.What;
import onsale.rush.Measures.Event;
import onsale.rush.Profile.Span;
import org.jspecify.annotations.Nullable;

/**
 * One fan from arrival to the end, on a virtual thread. Everything a fan does is drawn from the
 * seed; how long it takes is the servers' affair. After an answer that says nothing the same
 * request is sent again, as a browser's user would, with the same key.
 */
final class Fan {

    /** How it ended. */
    enum End {
        BOUGHT,
        GAVE_TICKETS_BACK,
        TURNED_AWAY,
        LEFT_THE_LINE,
        LOST_THE_PLACE,
        FOUND_NO_SEAT,
        WALKED_AWAY,
        DID_NOT_PAY,
        DECLINED,
        TOO_LATE,
        MET_TROUBLE
    }

    private static final Span TROUBLE_PAUSE =
            new Span(Duration.ofMillis(500), Duration.ofSeconds(3));
    private static final long FIRST_PAUSE_NANOS = Duration.ofMillis(500).toNanos();
    private static final long MOST_PAUSE_NANOS = Duration.ofSeconds(15).toNanos();
    private static final Duration TROUBLE_PATIENCE = Duration.ofMinutes(1);

    private static final String STATUS = "/api/queue/status?scheduleId=";
    private static final String RECEIPT = "X-Queue-Receipt";
    private static final String TOKEN = "X-Queue-Token";

    /** Paying gives the place inside to the next, and who walks away lets it run out. */
    private static final Set<End> WITHOUT_A_WORD =
            EnumSet.of(End.BOUGHT, End.GAVE_TICKETS_BACK, End.WALKED_AWAY);

    private static final Duration VERDICT_POLL = Duration.ofSeconds(1);
    private static final Duration VERDICT_WITHIN = Duration.ofMinutes(2);
    private static final int PAYMENTS_MAX = 3;

    private final Sale sale;
    private final Profile profile;
    private final SplittableRandom random;
    private final Map<String, String> headers = new HashMap<>();
    private final int seatsWanted;
    private final boolean popular;
    private final long patienceNanos;
    private final long leavesTheLineAt;
    private final SeatMap map = new SeatMap();

    /** When this fan wants to do the next thing. */
    private long wanted;

    /** When this fan has had enough of looking for seats. */
    private long leavesAt;

    /** The stand in line that ended with a token. */
    private @Nullable Queueing inside;

    private boolean lastWasTrouble;
    private int seatsHeld;

    Fan(Sale sale, String accessToken, String address, long seed, long arrivesAtNanos) {
        this.sale = sale;
        this.profile = sale.profile();
        this.random = new SplittableRandom(seed);
        headers.put("Authorization", "Bearer " + accessToken);
        headers.put("X-Forwarded-For", address);
        this.seatsWanted = profile.seatsWanted(random);
        this.popular = random.nextDouble() < profile.popular();
        this.wanted = arrivesAtNanos;
        this.patienceNanos = profile.patience().nanos(random);
        this.leavesAt = arrivesAtNanos + patienceNanos;
        this.leavesTheLineAt = arrivesAtNanos + profile.inLine().nanos(random);
    }

    void live() {
        sale.measures().count(Event.ARRIVED);
        @Nullable End turnedAway = sale.queued() ? passTheWaitingRoom() : null;
        End end = turnedAway == null ? visit() : turnedAway;
        if (headers.containsKey(TOKEN) && !WITHOUT_A_WORD.contains(end)) {
            leave(); // so that the next one comes in
        }
        sale.measures().ended(end);
    }

    private End visit() {
        if (!look("/api/schedules/" + sale.scheduleId() + "/layout", Op.LAYOUT)) {
            return End.MET_TROUBLE;
        }
        think(profile.look());
        while (true) {
            @Nullable String reservation = findSeats();
            if (reservation == null) {
                return lastWasTrouble ? End.MET_TROUBLE : End.FOUND_NO_SEAT;
            }
            if (random.nextDouble() < profile.changeMind()) {
                chooseOthers(reservation);
            }
            if (random.nextDouble() < profile.release()) {
                think(profile.choose());
                Answer released =
                        repeat(Op.RELEASE, "DELETE", "/api/reservations/hold/" + reservation, null);
                if (!released.isGood() || !isPatient()) {
                    return End.WALKED_AWAY;
                }
                continue; // and looks for better ones
            }
            if (random.nextDouble() < profile.abandon()) {
                return End.WALKED_AWAY; // without a word: the hold runs out
            }
            think(profile.payAfter());
            return pay(reservation);
        }
    }

    // ---- the waiting room

    /** Enters, asks as often as it is told to, and comes in; null when inside. */
    private @Nullable End passTheWaitingRoom() {
        Queueing queueing = new Queueing(sale.scheduleId(), sale.lastTrouble());
        while (true) {
            Instant asked = Instant.now();
            long every = queueing.pollAfter().toNanos();
            Answer answer =
                    queueing.hasPlace()
                            ? call(Op.QUEUE, "GET", STATUS + sale.scheduleId(), null, every)
                            : repeat(Op.ENTER, "POST", "/api/queue/enter", scheduleBody());
            if (!queueing.hasPlace() && !answer.isGood()) {
                return answer.isTrouble() ? End.MET_TROUBLE : End.TURNED_AWAY;
            }
            switch (queueing.heard(answer, asked)) {
                case "ADMITTED" -> {
                    headers.put(TOKEN, answer.text("entryToken"));
                    inside = queueing;
                    headers.put(RECEIPT, queueing.receipt());
                    leavesAt = System.nanoTime() + patienceNanos; // new hope
                    sale.evidence().waited(queueing.end());
                    return null;
                }
                case "CLOSED" -> {
                    return outOfLine(queueing, End.FOUND_NO_SEAT);
                }
                case "EXPIRED" -> {
                    return outOfLine(queueing, End.LOST_THE_PLACE);
                }
                default -> {
                    // WAITING, LOBBY, RESTORING, or no answer: the place is kept
                }
            }
            if (System.nanoTime() > leavesTheLineAt) {
                if (random.nextDouble() >= profile.leaveSilently()) {
                    leave();
                }
                return outOfLine(queueing, End.LEFT_THE_LINE);
            }
            if (queueing.hasPlace()) {
                headers.put(RECEIPT, queueing.receipt());
            }
            until(wanted + queueing.pollAfter().toNanos());
        }
    }

    private End outOfLine(Queueing queueing, End end) {
        if (queueing.hasPlace()) {
            sale.evidence().waited(queueing.end());
        }
        return end;
    }

    private void leave() {
        if (headers.containsKey(RECEIPT)) {
            repeat(Op.LEAVE, "DELETE", "/api/queue/leave", null);
        }
    }

    private String scheduleBody() {
        return "{\"scheduleId\":\"%s\"}".formatted(sale.scheduleId());
    }

    // ---- seats

    private @Nullable String findSeats() {
        long nextPoll = wanted;
        while (isPatient()) {
            long every = profile.poll().toNanos();
            Answer seen =
                    call(
                            Op.MAP,
                            "GET",
                            "/api/reservations/seats/" + sale.scheduleId() + map.query(),
                            null,
                            every);
            if (seen.isGood()) {
                map.read(seen.body());
                int[] seats = sale.house().choose(map, seatsWanted, popular, random);
                if (seats.length > 0) {
                    think(profile.choose());
                    @Nullable String held = hold(seats);
                    if (held != null) {
                        return held;
                    }
                    think(profile.again());
                    nextPoll = wanted;
                    continue;
                }
            }
            nextPoll = Math.max(nextPoll + every, System.nanoTime());
            until(nextPoll);
        }
        return null;
    }

    private @Nullable String hold(int[] seats) {
        Answer held =
                repeat(
                        Op.HOLD,
                        "POST",
                        "/api/reservations/hold",
                        "{\"scheduleId\":\"%s\",\"seatIds\":[%s]}"
                                .formatted(sale.scheduleId(), sale.house().seatIds(seats)));
        if (!held.isGood()) {
            map.take(seats);
            return null;
        }
        String reservation = held.text("reservationId");
        sale.told(reservation, What.HELD);
        sale.measures().count(Event.HELD);
        seatsHeld = held.json().path("seats").size();
        return reservation;
    }

    private void chooseOthers(String reservation) {
        think(profile.choose());
        int[] seats = sale.house().choose(map, seatsWanted, false, random);
        if (seats.length > 0) {
            Answer changed =
                    repeat(
                            Op.CHANGE,
                            "PUT",
                            "/api/reservations/hold/" + reservation,
                            "{\"seatIds\":[%s]}".formatted(sale.house().seatIds(seats)));
            seatsHeld = changed.isGood() ? changed.json().path("seats").size() : seatsHeld;
        }
    }

    // ---- money

    private End pay(String reservation) {
        Answer checkout =
                repeat(Op.CHECKOUT, "POST", "/api/reservations/" + reservation + "/checkout", null);
        if (!checkout.isGood()) {
            return checkout.isTrouble() ? End.MET_TROUBLE : End.TOO_LATE;
        }
        String order = checkout.text("paymentOrder");
        for (int attempt = 1; ; attempt++) {
            Answer prepared =
                    repeat(
                            Op.PREPARE,
                            "POST",
                            "/api/payments",
                            "{\"paymentOrder\":\"%s\",\"paymentKey\":\"%s\",\"method\":\"CARD\"}"
                                    .formatted(order, key()));
            if (!prepared.isGood()) {
                return prepared.isTrouble() ? abandon(reservation, End.MET_TROUBLE) : End.TOO_LATE;
            }
            think(profile.payAfter());
            if (random.nextDouble() < profile.abandonPayment()) {
                return random.nextBoolean()
                        ? abandon(reservation, End.DID_NOT_PAY)
                        : End.DID_NOT_PAY;
            }
            @Nullable End end = attempt(reservation, prepared);
            if (end != null) {
                return end;
            }
            if (attempt == PAYMENTS_MAX || random.nextDouble() >= profile.retryDeclined()) {
                return abandon(reservation, End.DECLINED);
            }
            think(profile.again());
        }
    }

    /** Null if it was declined and can be tried again. */
    private @Nullable End attempt(String reservation, Answer prepared) {
        String payment = prepared.text("paymentId");
        String atProvider = prepared.json().path("provider").path("paymentId").asString("");
        boolean declined = random.nextDouble() < profile.decline();
        if (declined && random.nextDouble() < profile.declineAtPage()) {
            page(atProvider, "decline", "{}");
            return null;
        }
        if (declined) {
            provider("PUT", atProvider + "/faults", "{\"faults\":[{\"kind\":\"DECLINE\"}]}");
        }
        Answer approved = page(atProvider, "approve", "{}");
        if (!approved.isGood()) {
            return abandon(reservation, End.DID_NOT_PAY); // the provider's page is broken
        }
        Answer confirmed =
                repeat(
                        Op.CONFIRM,
                        "POST",
                        "/api/payments/confirm",
                        "{\"paymentId\":\"%s\",\"paymentToken\":\"%s\"}"
                                .formatted(payment, approved.text("paymentToken")));
        if (confirmed.isGood() && confirmed.text("status").equals("FAILED")) {
            return null;
        }
        return awaitVerdict(reservation, payment);
    }

    /** The page shows "confirming…" until the reservation or the payment says how it ended. */
    private @Nullable End awaitVerdict(String reservation, String payment) {
        long end = System.nanoTime() + VERDICT_WITHIN.toNanos();
        while (System.nanoTime() < end) {
            Answer shown =
                    call(
                            Op.STATUS,
                            "GET",
                            "/api/reservations/" + reservation,
                            null,
                            VERDICT_POLL.toNanos());
            switch (shown.text("status")) {
                case "CONFIRMED" -> {
                    return bought(reservation);
                }
                case "CANCELLED" -> {
                    return End.TOO_LATE;
                }
                default -> {
                    Answer paying = call(Op.STATUS, "GET", "/api/payments/" + payment, null, 0);
                    if (paying.text("status").equals("FAILED")) {
                        return null;
                    }
                }
            }
            until(wanted + VERDICT_POLL.toNanos());
        }
        return End.MET_TROUBLE;
    }

    private End bought(String reservation) {
        sale.told(reservation, What.CONFIRMED);
        sale.measures().count(Event.SOLD, seatsHeld);
        if (random.nextDouble() >= profile.cancel()) {
            return End.BOUGHT;
        }
        think(profile.cancelAfter());
        sale.told(reservation, What.CANCEL_ASKED);
        Answer cancelled = repeat(Op.CANCEL, "DELETE", "/api/reservations/" + reservation, null);
        if (!cancelled.isGood()) {
            return End.BOUGHT; // so they think; the checker knows
        }
        sale.told(reservation, What.GIVEN_BACK);
        sale.measures().count(Event.GIVEN_BACK, seatsHeld);
        return End.GAVE_TICKETS_BACK;
    }

    private End abandon(String reservation, End end) {
        repeat(Op.ABANDON, "POST", "/api/reservations/" + reservation + "/abandon", null);
        return end;
    }

    private Answer page(String providerPayment, String button, String body) {
        return provider("POST", providerPayment + "/" + button, body);
    }

    private Answer provider(String method, String path, String body) {
        Answer answer = Answer.none(false);
        for (int tries = 0; tries < PAYMENTS_MAX && answer.isTrouble(); tries++) {
            if (tries > 0) {
                think(TROUBLE_PAUSE);
            }
            answer = sale.atProvider(method, "/simulator/payments/" + path, body);
            sale.measures().answered(Op.PROVIDER, wanted, 0, answer);
            wanted = System.nanoTime();
        }
        return answer;
    }

    // ---- asking

    private boolean look(String path, Op op) {
        return repeat(op, "GET", path, null).isGood();
    }

    /**
     * The same request until it has an answer, or the fan has had enough of it; each time after
     * twice as long, or those who repeat would keep a slow platform from ever catching up.
     */
    private Answer repeat(Op op, String method, String path, @Nullable String body) {
        Map<String, String> all = headers;
        if (op == Op.HOLD) {
            all = new HashMap<>(headers);
            all.put("Idempotency-Key", key());
        }
        long enough = System.nanoTime() + TROUBLE_PATIENCE.toNanos();
        for (long pause = 0; ; pause = Math.min(2 * pause + FIRST_PAUSE_NANOS, MOST_PAUSE_NANOS)) {
            Answer answer = call(op, method, path, body, all, 0);
            if (!answer.isTrouble() || System.nanoTime() - enough > 0) {
                return answer;
            }
            think(TROUBLE_PAUSE);
            until(System.nanoTime() + Math.max(pause, answer.retryAfter().toNanos()));
        }
    }

    private Answer call(Op op, String method, String path, @Nullable String body, long everyNanos) {
        return call(op, method, path, body, headers, everyNanos);
    }

    private Answer call(
            Op op,
            String method,
            String path,
            @Nullable String body,
            Map<String, String> all,
            long everyNanos) {
        Answer answer = sale.balancer().send(method, path, all, body, Http.ANSWER_WITHIN);
        sale.measures().answered(op, wanted, everyNanos, answer);
        lastWasTrouble = answer.isTrouble();
        if (inside != null && inside.isRefused(answer)) {
            sale.evidence().waited(inside.end());
        }
        wanted = System.nanoTime();
        return answer;
    }

    private boolean isPatient() {
        return System.nanoTime() < leavesAt;
    }

    private void think(Span span) {
        until(wanted + span.nanos(random));
    }

    private void until(long nanos) {
        wanted = nanos;
        long left;
        while ((left = nanos - System.nanoTime()) > 0) {
            LockSupport.parkNanos(left);
        }
    }

    private String key() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }
}
