package onsale.rush.http;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.eclipse.jetty.util.Pool;
import org.jspecify.annotations.Nullable;

/**
 * A bounded pool of connections to one server; the one used last is taken first. Jetty's own pool
 * looks through the busy connections for a free one, which costs more than the rest of a request
 * once a thousand are busy.
 */
final class ConnectionStack<C> implements Pool<C> {

    private enum State {
        RESERVED,
        IDLE,
        IN_USE,
        REMOVED
    }

    private final int max;
    private final Set<Slot> slots = new HashSet<>();
    private final LinkedHashSet<Slot> idle = new LinkedHashSet<>();
    private boolean terminated;

    ConnectionStack(int max) {
        this.max = max;
    }

    @Override
    public synchronized @Nullable Entry<C> reserve() {
        if (terminated || slots.size() >= max) {
            return null;
        }
        Slot slot = new Slot();
        slots.add(slot);
        return slot;
    }

    @Override
    public synchronized @Nullable Entry<C> acquire() {
        if (terminated || idle.isEmpty()) {
            return null;
        }
        Slot slot = idle.removeLast();
        slot.state = State.IN_USE;
        return slot;
    }

    @Override
    public synchronized boolean isTerminated() {
        return terminated;
    }

    @Override
    public synchronized Collection<Entry<C>> terminate() {
        terminated = true;
        List<Entry<C>> all = new ArrayList<>(slots);
        slots.clear();
        idle.clear();
        return all;
    }

    @Override
    public synchronized int size() {
        return slots.size();
    }

    @Override
    public int getMaxSize() {
        return max;
    }

    @Override
    public synchronized Stream<Entry<C>> stream() {
        return new ArrayList<Entry<C>>(slots).stream();
    }

    /** One connection of the pool, or one that is being opened; guarded by the pool. */
    private final class Slot implements Entry<C> {

        private State state = State.RESERVED;
        private @Nullable C connection;

        @Override
        public boolean enable(C connection, boolean acquire) {
            synchronized (ConnectionStack.this) {
                if (isTerminated()) {
                    return false;
                }
                if (state != State.RESERVED) {
                    throw new IllegalStateException("enabled twice");
                }
                this.connection = connection;
                state = State.IN_USE;
                return acquire || release();
            }
        }

        @Override
        public @Nullable C getPooled() {
            synchronized (ConnectionStack.this) {
                return connection;
            }
        }

        @Override
        public boolean release() {
            synchronized (ConnectionStack.this) {
                if (terminated || state != State.IN_USE) {
                    return false;
                }
                state = State.IDLE;
                idle.addLast(this);
                return true;
            }
        }

        @Override
        public boolean remove() {
            synchronized (ConnectionStack.this) {
                if (state == State.REMOVED) {
                    return false;
                }
                state = State.REMOVED;
                slots.remove(this);
                idle.remove(this);
                return true;
            }
        }

        @Override
        public boolean isReserved() {
            return is(State.RESERVED);
        }

        @Override
        public boolean isIdle() {
            return is(State.IDLE);
        }

        @Override
        public boolean isInUse() {
            return is(State.IN_USE);
        }

        @Override
        public boolean isTerminated() {
            synchronized (ConnectionStack.this) {
                return terminated || state == State.REMOVED;
            }
        }

        private boolean is(State asked) {
            synchronized (ConnectionStack.this) {
                return state == asked;
            }
        }
    }
}
