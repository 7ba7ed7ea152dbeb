package onsale.rush.fan;

import java.time.Instant;
import java.util.SplittableRandom;
import onsale.rush.fan.Fan.End;
import onsale.rush.http.Answer;
import org.jspecify.annotations.Nullable;

/** One fan's way through the waiting room. */
final class FanInLine {

    private static final String STATUS = "/api/queue/status?scheduleId=";

    private final Sale sale;
    private final FanRequests requests;
    private final SplittableRandom random;
    private final long leavesAtNanos;

    FanInLine(Sale sale, FanRequests requests, SplittableRandom random, long leavesAtNanos) {
        this.sale = sale;
        this.requests = requests;
        this.random = random;
        this.leavesAtNanos = leavesAtNanos;
    }

    /** Enters the line and polls as often as told. Returns null when the fan is inside. */
    @Nullable End pass() {
        Queueing queueing = new Queueing(sale.scheduleId(), sale.lastTrouble());
        while (true) {
            Instant asked = Instant.now();
            long every = queueing.pollAfter().toNanos();
            Answer answer =
                    queueing.hasPlace()
                            ? requests.get(Op.QUEUE, STATUS + sale.scheduleId(), every)
                            : requests.repeat(Op.ENTER, "POST", "/api/queue/enter", scheduleBody());
            if (!queueing.hasPlace() && !answer.isGood()) {
                return answer.isTrouble() ? End.MET_TROUBLE : End.TURNED_AWAY;
            }
            switch (queueing.heard(answer, asked)) {
                case "ADMITTED" -> {
                    requests.enter(queueing, answer.text("entryToken"));
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
            if (System.nanoTime() > leavesAtNanos) {
                if (random.nextDouble() >= sale.profile().leaveSilently()) {
                    leave();
                }
                return outOfLine(queueing, End.LEFT_THE_LINE);
            }
            if (queueing.hasPlace()) {
                requests.receipt(queueing.receipt());
            }
            requests.until(requests.wantedNanos() + queueing.pollAfter().toNanos());
        }
    }

    private End outOfLine(Queueing queueing, End end) {
        if (queueing.hasPlace()) {
            sale.evidence().waited(queueing.end());
        }
        return end;
    }

    /** Gives up the place in line, or the turn. */
    void leave() {
        if (requests.hasReceipt()) {
            requests.repeat(Op.LEAVE, "DELETE", "/api/queue/leave", null);
        }
    }

    private String scheduleBody() {
        return "{\"scheduleId\":\"%s\"}".formatted(sale.scheduleId());
    }
}
