package onsale.edge.front.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import onsale.edge.front.request.FrontMetrics;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.request.Refusal;
import onsale.edge.front.response.ResponseWriter;
import onsale.edge.front.route.Routes;
import onsale.edge.front.route.Routes.Kind;
import onsale.platform.node.NodeReport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads for requests that may block. Each kind of request has a bounded number of permits to run.
 * Requests without a permit wait in order, without a thread, until their deadline. A thread that is
 * done continues with the next request of its kind.
 *
 * <p>New holds are let in at the pace of {@link HoldPace}, and a hold that finds no permit soon is
 * refused: when more is asked than can be done, whoever has seats pays first.
 *
 * <p>Without the bound, a thousand holds at once would each keep a database connection while they
 * wait for a core, and none would finish in time. With one bound for all kinds, fans who have seats
 * and are about to pay would wait behind them.
 */
public final class Workers implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final long WATCH_EVERY_MILLIS = 50;
    private static final long IDLE_SECONDS = 30;

    private final Map<Kind, Lane> lanes = new EnumMap<>(Kind.class);
    private final Set<Job> running = ConcurrentHashMap.newKeySet();
    private final ResponseWriter responses;
    private final FrontMetrics metrics;
    private final ThreadPoolExecutor threads;
    private final ScheduledExecutorService deadlines;

    /** The average time of holds and checkouts above which fewer holds are let in. */
    private static final Duration SLOW = Duration.ofMillis(100);

    /**
     * Holds wait this long for a permit: a fan who is told at once can try again or wait in line.
     */
    private static final Duration HOLD_WAITS = Duration.ofMillis(700);

    private final HoldPace holdPace = new HoldPace(SLOW, System::nanoTime);

    /**
     * The requests of one kind.
     *
     * @param waitNanos how long a request waits for a permit
     */
    private record Lane(
            PermitQueue<Job> permits, long timeoutNanos, long waitNanos, RequestMeter meter) {

        static Lane of(Kind kind, int permits, int waitingMax, long timeoutNanos) {
            long waitNanos =
                    kind == Kind.HOLD ? Math.min(timeoutNanos, HOLD_WAITS.toNanos()) : timeoutNanos;
            return new Lane(
                    new PermitQueue<>(permits, waitingMax),
                    timeoutNanos,
                    waitNanos,
                    new RequestMeter(System::nanoTime));
        }
    }

    public Workers(
            PermitSettings permits,
            TimeoutSettings timeouts,
            int waitingMax,
            ResponseWriter responses,
            FrontMetrics metrics) {
        this.responses = responses;
        this.metrics = metrics;
        int all = 0;
        for (Kind kind : Kind.values()) {
            all += permits.of(kind);
            lanes.put(
                    kind, Lane.of(kind, permits.of(kind), waitingMax, timeouts.of(kind).toNanos()));
        }
        this.threads =
                new ThreadPoolExecutor(
                        0,
                        all,
                        IDLE_SECONDS,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        Thread.ofPlatform().daemon().name("worker-", 1).factory());
        this.deadlines =
                Executors.newSingleThreadScheduledExecutor(
                        Thread.ofPlatform().daemon().name("deadlines").factory());
        var _ =
                deadlines.scheduleWithFixedDelay(
                        this::enforceDeadlines,
                        WATCH_EVERY_MILLIS,
                        WATCH_EVERY_MILLIS,
                        TimeUnit.MILLISECONDS);
    }

    /** Runs the work as soon as a permit is free, or refuses the request. Never blocks. */
    public void submit(FrontRequest request, Consumer<Deadline> work) {
        Lane lane = lane(request.route().kind());
        if (isNewHold(request) && !holdPace.letIn()) {
            lane.meter.done(0, true);
            responses.refuse(request, Refusal.BUSY);
            return;
        }
        Job job = new Job(request, lane, work);
        switch (lane.permits.enter(job)) {
            case RUNS -> threads.execute(job);
            case WAITS -> {
                // the next thread of this lane that is done continues with it
            }
            case FULL -> {
                lane.meter.done(0, true);
                responses.refuse(request, Refusal.BUSY);
            }
        }
    }

    private static boolean isNewHold(FrontRequest request) {
        return request.route().kind() == Kind.HOLD && request.method().equals("POST");
    }

    /** The number of requests that run or wait for a permit. */
    public int busy() {
        return lanes.values().stream().mapToInt(lane -> lane.permits.size()).sum();
    }

    /** Requests of the last seconds, by kind. */
    public List<NodeReport.Requests> figures() {
        List<NodeReport.Requests> figures = new ArrayList<>();
        lanes.forEach((kind, lane) -> {
            RequestMeter.Figures one = lane.meter.figures();
            figures.add(
                    new NodeReport.Requests(
                            kind.name(), one.count(), one.failed(), one.p95Millis()));
        });
        return figures;
    }

    public int permits(Kind kind) {
        return lane(kind).permits.permits();
    }

    public int running(Kind kind) {
        return lane(kind).permits.running();
    }

    public int waiting(Kind kind) {
        return lane(kind).permits.size() - running(kind);
    }

    private Lane lane(Kind kind) {
        return Objects.requireNonNull(lanes.get(kind));
    }

    /** Whether holds and checkouts take longer than they should. */
    boolean arePurchasesSlow() {
        return holdPace.isSlow();
    }

    private void enforceDeadlines() {
        long now = System.nanoTime();
        for (Job job : running) {
            if (job.deadline.isDue(now)) {
                job.deadline.expire();
            }
        }
        for (Lane lane : lanes.values()) {
            for (Job job : lane.permits.removeIf(waiting -> waiting.isWaitOver(now))) {
                lane.meter.done(now - job.enteredNanos, true);
                if (job.deadline.isDue(now)) {
                    responses.problem(job.request, Deadline.problem());
                } else {
                    responses.refuse(job.request, Refusal.BUSY);
                }
            }
        }
    }

    @Override
    public void close() {
        deadlines.shutdownNow();
        threads.shutdownNow();
    }

    private final class Job implements Runnable {
        private final FrontRequest request;
        private final Lane lane;
        private final Consumer<Deadline> work;
        private final long enteredNanos;
        private final Deadline deadline;
        private final boolean isCheckout;
        private final boolean timed;

        Job(FrontRequest request, Lane lane, Consumer<Deadline> work) {
            this.request = request;
            this.lane = lane;
            this.work = work;
            this.enteredNanos = System.nanoTime();
            this.deadline = new Deadline(enteredNanos + lane.timeoutNanos);
            this.isCheckout = request.route().equals(Routes.CHECKOUT);
            this.timed = isCheckout || isNewHold(request);
        }

        boolean isWaitOver(long now) {
            return now - enteredNanos >= lane.waitNanos;
        }

        @Override
        public void run() {
            for (@Nullable Job job = this; job != null; job = lane.permits.passOn()) {
                job.work();
            }
        }

        private void work() {
            running.add(this);
            deadline.begin();
            if (timed) {
                holdPace.begun();
            }
            try {
                work.accept(deadline);
            } catch (Throwable e) { // an Error in one request must not cost a permit
                LOG.error("Request {} failed", request.requestId(), e);
                request.callback().failed(e);
            } finally {
                deadline.stop();
                running.remove(this);
                long tookNanos = System.nanoTime() - enteredNanos;
                int status = request.response().getStatus();
                lane.meter.done(tookNanos, status >= 500);
                metrics.worked(request.route().kind(), status, tookNanos);
                if (timed) {
                    holdPace.done(tookNanos, isCheckout);
                }
            }
        }
    }
}
