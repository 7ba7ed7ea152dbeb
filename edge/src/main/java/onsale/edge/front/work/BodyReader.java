package onsale.edge.front.work;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import onsale.edge.front.request.FrontRequest;
import onsale.edge.front.request.PerAddressLimit;
import onsale.edge.front.request.Refusal;
import onsale.edge.front.response.ResponseWriter;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Reads the bodies of requests without a thread, before a permit is needed. Bodies are bounded in
 * size and time, and those that are still arriving in number, in total and for one address.
 */
public final class BodyReader {

    private final int arrivingMax;
    private final Duration timeout;
    private final ResponseWriter responses;
    private final PerAddressLimit addresses;
    private final AtomicInteger arriving = new AtomicInteger();

    public BodyReader(
            int arrivingMax, int perAddressMax, Duration timeout, ResponseWriter responses) {
        this.arrivingMax = arrivingMax;
        this.timeout = timeout;
        this.responses = responses;
        this.addresses = new PerAddressLimit(perAddressMax);
    }

    /** The number of bodies that have not arrived completely. */
    public int arriving() {
        return arriving.get();
    }

    /**
     * Reads the whole body, or refuses the request. A body that has arrived already is handed over
     * on this thread.
     *
     * @param then gets the body and must not block
     */
    public void read(FrontRequest request, int bytesMax, Consumer<byte[]> then) {
        if (request.jetty().getLength() > bytesMax) {
            responses.refuse(request, Refusal.BODY_TOO_LARGE);
            return;
        }
        new Body(request, bytesMax, then).read();
    }

    private final class Body implements Invocable.Task {

        private final FrontRequest front;
        private final Request request;
        private final BoundedBytes bytes;
        private final Consumer<byte[]> then;
        private final AtomicBoolean over = new AtomicBoolean();
        private Scheduler.@Nullable Task deadline;
        private boolean counted;

        Body(FrontRequest front, int bytesMax, Consumer<byte[]> then) {
            this.front = front;
            this.request = front.jetty();
            this.bytes = new BoundedBytes(bytesMax);
            this.then = then;
        }

        /** Reads what has arrived, and is called again for the rest. */
        void read() {
            while (!over.get()) {
                Content.@Nullable Chunk chunk = request.read();
                if (chunk == null) {
                    if (counted || mayWait()) {
                        request.demand(this);
                    }
                    return;
                }
                if (Content.Chunk.isFailure(chunk)) {
                    if (finish()) {
                        responses.brokenOff(front, chunk.getFailure());
                    }
                    return;
                }
                boolean fits = bytes.add(chunk.getByteBuffer());
                boolean last = chunk.isLast();
                chunk.release();
                if (!fits) {
                    refuse(Refusal.BODY_TOO_LARGE);
                    return;
                }
                if (last) {
                    if (finish()) {
                        front.bodyRead();
                        then.accept(bytes.take());
                    }
                    return;
                }
            }
        }

        /** Counts the body as arriving; refuses it and returns false if there are too many. */
        private boolean mayWait() {
            counted = true;
            boolean fits = arriving.incrementAndGet() <= arrivingMax;
            if (!addresses.take(front.countedAddress()) || !fits) {
                refuse(Refusal.BUSY);
                return false;
            }
            deadline =
                    request.getComponents()
                            .getScheduler()
                            .schedule(this::tooSlow, timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        }

        private void tooSlow() {
            if (finish()) {
                front.bodyRead(); // the rest was asked for already, and is not waited for
                responses.refuse(front, Refusal.TOO_SLOW);
            }
        }

        @Override
        public void run() {
            read();
        }

        private void refuse(Refusal refusal) {
            if (finish()) {
                responses.refuse(front, refusal);
            }
        }

        /** Gives back what the body took; returns false if it has ended before. */
        private boolean finish() {
            if (over.getAndSet(true)) {
                return false;
            }
            if (counted) {
                arriving.decrementAndGet();
                addresses.giveBack(front.countedAddress());
                Scheduler.@Nullable Task timer = deadline;
                if (timer != null) {
                    timer.cancel();
                }
            }
            return true;
        }

        @Override
        public InvocationType getInvocationType() {
            return InvocationType.NON_BLOCKING;
        }
    }
}
