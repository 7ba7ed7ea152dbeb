package onsale.portone;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The state of the simulator. A change is made and journalled under one lock, so two requests never
 * decide on the same state; at some ten microseconds each, the lock is far from busy. A change
 * takes effect as a whole after it was journalled, or not at all.
 */
final class State implements AutoCloseable {

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Class<? extends Item>, Map<String, Item>> shelves = new LinkedHashMap<>();
    private final Map<Class<? extends Item>, Integer> limits;
    private final @Nullable Journal journal;
    private boolean closed;

    State(Options options) {
        int payments = options.paymentsMax();
        this.limits =
                Map.of(
                        Identity.class,
                        options.identitiesMax(),
                        Payment.class,
                        payments,
                        PaymentFaults.class,
                        payments,
                        StoredAnswer.class,
                        2 * payments,
                        Webhook.class,
                        payments,
                        Later.class,
                        payments);
        this.journal =
                options.directory() == null ? null : Journal.open(options.directory(), this::apply);
    }

    /** One change: reads see the state and what the change has put itself. */
    final class Change {

        private final Map<Class<? extends Item>, Map<String, @Nullable Item>> changed =
                new LinkedHashMap<>();
        private final List<Runnable> actions = new ArrayList<>();

        /** Runs the action after the change has taken effect. */
        void then(Runnable action) {
            actions.add(action);
        }

        <T extends Item> @Nullable T get(Class<T> type, String key) {
            @Nullable Map<String, @Nullable Item> mine = changed.get(type);
            if (mine != null && mine.containsKey(key)) {
                return type.cast(mine.get(key));
            }
            return type.cast(shelf(type).get(key));
        }

        void put(Item item) {
            of(item.getClass()).put(item.key(), item);
        }

        void drop(Class<? extends Item> type, String key) {
            of(type).put(key, null);
        }

        private Map<String, @Nullable Item> of(Class<? extends Item> type) {
            return changed.computeIfAbsent(type, t -> new LinkedHashMap<>());
        }

        private Journal.Line line() {
            List<Item> put = new ArrayList<>();
            List<Journal.Reference> drop = new ArrayList<>();
            changed.forEach((type, items) ->
                    items.forEach((key, item) -> {
                        if (item == null) {
                            drop.add(new Journal.Reference(name(type), key));
                        } else {
                            put.add(item);
                        }
                    }));
            return new Journal.Line(put, drop);
        }

        private void forget(Class<? extends Item> type, String key) {
            if (shelf(type).get(key) instanceof Payment payment) {
                @Nullable Forgotten before = get(Forgotten.class, Forgotten.KEY);
                put((before == null ? Forgotten.NOTHING : before).plus(payment));
            }
            drop(type, key);
        }

        /** Removes the oldest items where there would be too many. */
        private void forgetTheEldest() {
            for (Class<? extends Item> type : List.copyOf(changed.keySet())) {
                Map<String, Item> shelf = shelf(type);
                Map<String, @Nullable Item> mine = of(type);
                long added =
                        mine.entrySet().stream()
                                .filter(e -> e.getValue() != null && !shelf.containsKey(e.getKey()))
                                .count();
                long over = shelf.size() + added - limits.getOrDefault(type, Integer.MAX_VALUE);
                if (over > 0) {
                    shelf.keySet().stream()
                            .filter(key -> !mine.containsKey(key))
                            .limit(over)
                            .toList()
                            .forEach(key -> forget(type, key));
                }
            }
        }
    }

    <T extends @Nullable Object> T change(Function<Change, T> decision) {
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException("closed");
            }
            Change change = new Change();
            T outcome = decision.apply(change);
            if (!change.changed.isEmpty()) {
                change.forgetTheEldest();
                write(change.line());
            }
            change.actions.forEach(Runnable::run);
            return outcome;
        } finally {
            lock.unlock();
        }
    }

    <T extends Item> @Nullable T get(Class<T> type, String key) {
        lock.lock();
        try {
            return type.cast(shelf(type).get(key));
        } finally {
            lock.unlock();
        }
    }

    <T extends Item> List<T> all(Class<T> type) {
        lock.lock();
        try {
            List<T> all = new ArrayList<>(shelf(type).size());
            shelf(type).values().forEach(item -> all.add(type.cast(item)));
            return all;
        } finally {
            lock.unlock();
        }
    }

    private void write(Journal.Line line) {
        if (journal == null) {
            apply(line);
            return;
        }
        journal.append(line);
        apply(line);
        if (journal.isOvergrown()) {
            journal.rewrite(() ->
                    shelves.values().stream()
                            .flatMap(shelf -> shelf.values().stream())
                            .map(item -> new Journal.Line(List.of(item), List.of()))
                            .iterator());
        }
    }

    private void apply(Journal.Line line) {
        line.put().forEach(item -> shelf(item.getClass()).put(item.key(), item));
        for (Journal.Reference gone : line.drop()) {
            shelves.forEach((type, shelf) -> {
                if (name(type).equals(gone.kind())) {
                    shelf.remove(gone.key());
                }
            });
        }
    }

    private static String name(Class<? extends Item> type) {
        return type.getSimpleName();
    }

    private Map<String, Item> shelf(Class<? extends Item> type) {
        return shelves.computeIfAbsent(type, t -> new LinkedHashMap<>());
    }

    /** Closes the state: later changes, for example after a long wait, have no effect. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        if (journal != null) {
            journal.close();
        }
    }
}
