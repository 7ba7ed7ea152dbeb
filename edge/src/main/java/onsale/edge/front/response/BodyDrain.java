package onsale.edge.front.response;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Reads what the client is still sending after a refusal, for a moment. Closing a connection with
 * unread bytes would reset it, and the client would lose the response.
 */
final class BodyDrain implements Callback, Invocable.Task {

    private static final long MILLIS_MAX = 2_000;
    private static final long BYTES_MAX = 4 << 20;

    private final Request request;
    private final Callback then;
    private final AtomicBoolean over = new AtomicBoolean();
    private Scheduler.@Nullable Task deadline;
    private long bytes;

    /**
     * Creates the callback that the write of the response completes.
     *
     * @param then is completed when the body ends, gets too large or takes too long
     */
    BodyDrain(Request request, Callback then) {
        this.request = request;
        this.then = then;
    }

    @Override
    public void succeeded() {
        deadline =
                request.getComponents()
                        .getScheduler()
                        .schedule(this::finish, MILLIS_MAX, TimeUnit.MILLISECONDS);
        run();
    }

    @Override
    public void failed(Throwable cause) {
        then.failed(cause);
    }

    @Override
    public void run() {
        while (!over.get()) {
            Content.@Nullable Chunk chunk = request.read();
            if (chunk == null) {
                request.demand(this);
                return;
            }
            bytes += chunk.remaining();
            boolean end = chunk.isLast() || Content.Chunk.isFailure(chunk) || bytes > BYTES_MAX;
            chunk.release();
            if (end) {
                finish();
            }
        }
    }

    private void finish() {
        if (!over.getAndSet(true)) {
            Scheduler.@Nullable Task timer = deadline;
            if (timer != null) {
                timer.cancel();
            }
            then.succeeded();
        }
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }
}
