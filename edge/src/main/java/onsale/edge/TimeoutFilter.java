package onsale.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import onsale.platform.problem.PlatformProblems;
import onsale.platform.problem.Problem;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * A request that takes longer than its kind may is given up with 503.
 *
 * <p>Each request has a virtual thread of its own, and whatever blocks such a thread – a socket, a
 * lock, a queue – ends when the thread is interrupted. So giving up is one interrupt: the work
 * unwinds through its own {@code finally} blocks, in its own thread, and nobody else ever touches
 * request or response. The price: work that ignores the interrupt and succeeds later gives its late
 * but true answer; the door bounds how long a client waits for it.
 */
final class TimeoutFilter extends OncePerRequestFilter {

    private final TimeoutSettings settings;
    private final ScheduledThreadPoolExecutor watchman;

    TimeoutFilter(TimeoutSettings settings) {
        this.settings = settings;
        this.watchman =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("deadlines").factory());
        watchman.setRemoveOnCancelPolicy(true); // a finished request is not held until its deadline
    }

    @Override
    protected void doFilterInternal(
            HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Duration within = settings.of(Routes.of(request).kind());
        Deadline deadline = new Deadline();
        request.setAttribute(Deadline.ATTRIBUTE, deadline);
        Future<?> alarm =
                watchman.schedule(deadline::pass, within.toMillis(), TimeUnit.MILLISECONDS);
        try {
            chain.doFilter(request, new Begun(response, deadline));
        } catch (ServletException | IOException | RuntimeException e) {
            deadline.stop();
            if (!deadline.hasPassed() || response.isCommitted()) {
                throw e;
            }
            Problems.write(problem(), response);
        } finally {
            deadline.stop();
            alarm.cancel(false);
        }
    }

    @Override
    public void destroy() {
        watchman.shutdownNow();
    }

    /** Whether an error may be put down to the deadline. */
    static boolean hasPassed(HttpServletRequest request) {
        return request.getAttribute(Deadline.ATTRIBUTE) instanceof Deadline deadline
                && deadline.hasPassed();
    }

    static Problem problem() {
        return Problem.of(PlatformProblems.TIMEOUT, "Try again in a moment.")
                .retryIn(PlatformProblems.RETRY_AFTER);
    }

    /** Ends the deadline when the answer begins. */
    private static final class Begun extends HttpServletResponseWrapper {

        private final Deadline deadline;

        Begun(HttpServletResponse response, Deadline deadline) {
            super(response);
            this.deadline = deadline;
        }

        @Override
        public ServletOutputStream getOutputStream() throws IOException {
            deadline.stop();
            return super.getOutputStream();
        }

        @Override
        public PrintWriter getWriter() throws IOException {
            deadline.stop();
            return super.getWriter();
        }

        @Override
        public void flushBuffer() throws IOException {
            deadline.stop();
            super.flushBuffer();
        }
    }
}
