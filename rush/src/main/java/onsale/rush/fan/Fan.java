package onsale.rush.fan;

import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import onsale.checker.Promise.What;
import onsale.rush.fan.Measures.Event;
import onsale.rush.http.Answer;
import org.jspecify.annotations.Nullable;

/**
 * One fan from arrival to the end, on a virtual thread. All decisions of a fan are drawn from the
 * seed; only the times depend on the servers.
 */
public final class Fan {

    /** How the visit of a fan ended. */
    public enum End {
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

    /** Ends after which a fan does not leave: a purchase ends the turn, or the turn times out. */
    private static final Set<End> WITHOUT_LEAVING =
            EnumSet.of(End.BOUGHT, End.GAVE_TICKETS_BACK, End.WALKED_AWAY);

    private final Sale sale;
    private final Profile profile;
    private final SplittableRandom random;
    private final FanRequests requests;
    private final FanInLine line;
    private final int seatsWanted;
    private final boolean popular;
    private final long patienceNanos;
    private final SeatMap map = new SeatMap();

    /** When the fan stops looking for seats. */
    private long leavesAt;

    private int seatsHeld;

    public Fan(Sale sale, String accessToken, String address, long seed, long arrivesAtNanos) {
        this.sale = sale;
        this.profile = sale.profile();
        this.random = new SplittableRandom(seed);
        this.requests = new FanRequests(sale, random, accessToken, address, arrivesAtNanos);
        this.seatsWanted = profile.seatsWanted(random);
        this.popular = random.nextDouble() < profile.popular();
        this.patienceNanos = profile.patience().nanos(random);
        this.leavesAt = arrivesAtNanos + patienceNanos;
        this.line =
                new FanInLine(
                        sale, requests, random, arrivesAtNanos + profile.inLine().nanos(random));
    }

    public void live() {
        sale.measures().count(Event.ARRIVED);
        End end = visit();
        if (requests.isInside() && !WITHOUT_LEAVING.contains(end)) {
            line.leave(); // so that the next fan is called
        }
        sale.measures().ended(end);
    }

    private End visit() {
        if (sale.queued()) {
            @Nullable End turnedAway = line.pass();
            if (turnedAway != null) {
                return turnedAway;
            }
            leavesAt = System.nanoTime() + patienceNanos; // patience starts again inside
        }
        return buy();
    }

    private End buy() {
        String layout = "/api/schedules/" + sale.scheduleId() + "/layout";
        if (!requests.repeat(Op.LAYOUT, "GET", layout, null).isGood()) {
            return End.MET_TROUBLE;
        }
        requests.think(profile.look());
        while (true) {
            @Nullable String reservation = findSeats();
            if (reservation == null) {
                return requests.lastWasTrouble() ? End.MET_TROUBLE : End.FOUND_NO_SEAT;
            }
            if (random.nextDouble() < profile.changeMind()) {
                chooseOthers(reservation);
            }
            if (random.nextDouble() < profile.release()) {
                requests.think(profile.choose());
                Answer released =
                        requests.repeat(
                                Op.RELEASE,
                                "DELETE",
                                "/api/reservations/hold/" + reservation,
                                null);
                if (!released.isGood() || !isPatient()) {
                    return End.WALKED_AWAY;
                }
                continue; // the fan looks for better seats
            }
            if (random.nextDouble() < profile.abandon()) {
                return End.WALKED_AWAY; // the hold times out
            }
            requests.think(profile.payAfter());
            return new FanPayment(sale, requests, random, reservation, seatsHeld).pay();
        }
    }

    private @Nullable String findSeats() {
        long nextPoll = requests.wantedNanos();
        while (isPatient()) {
            long every = profile.poll().toNanos();
            Answer seen =
                    requests.get(
                            Op.MAP,
                            "/api/reservations/seats/" + sale.scheduleId() + map.query(),
                            every);
            if (seen.isGood()) {
                map.read(seen.body());
                int[] seats = sale.house().choose(map, seatsWanted, popular, random);
                if (seats.length > 0) {
                    requests.think(profile.choose());
                    @Nullable String held = hold(seats);
                    if (held != null) {
                        return held;
                    }
                    requests.think(profile.again());
                    nextPoll = requests.wantedNanos();
                    continue;
                }
            }
            nextPoll = Math.max(nextPoll + every, System.nanoTime());
            requests.until(nextPoll);
        }
        return null;
    }

    private @Nullable String hold(int[] seats) {
        Answer held =
                requests.repeat(
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
        requests.think(profile.choose());
        int[] seats = sale.house().choose(map, seatsWanted, false, random);
        if (seats.length > 0) {
            Answer changed =
                    requests.repeat(
                            Op.CHANGE,
                            "PUT",
                            "/api/reservations/hold/" + reservation,
                            "{\"seatIds\":[%s]}".formatted(sale.house().seatIds(seats)));
            seatsHeld = changed.isGood() ? changed.json().path("seats").size() : seatsHeld;
        }
    }

    private boolean isPatient() {
        return System.nanoTime() < leavesAt;
    }
}
