package onsale.queue.walk;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import onsale.queue.Room;
import onsale.queue.admission.Turn;
import onsale.queue.line.LineReader;
import onsale.queue.line.Place;
import onsale.queue.line.PlaceState;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.walk.Guest.Is;
import org.jspecify.annotations.Nullable;

/**
 * The model of a walk. It knows nothing of scripts: it expects what the rules say, compares that
 * with the line in Redis, and writes down every difference.
 */
final class WalkModel {

    private final Room observer;
    private final Sale sale;
    private final Duration takeWithin;
    private final Duration silentAfter;
    private final Consumer<Guest> onGoneBack;
    private final TreeMap<Long, Guest> byPlace = new TreeMap<>();
    private final List<String> complaints = new ArrayList<>();
    private final long startNanos = System.nanoTime();
    private int rate;
    private int maxActive;
    private boolean paused;

    /** Most and least calls that the rate may allow now. */
    private double tokensMost;

    private double tokensLeast;
    private double tokensAt;

    /** The start of the present step. What it does happens from then on until it is judged. */
    private double stepFrom;

    private int called;

    /**
     * @param onGoneBack is told of a fan who was called and waits again
     */
    WalkModel(
            Room observer,
            Sale sale,
            Duration takeWithin,
            Duration silentAfter,
            Consumer<Guest> onGoneBack) {
        this.observer = observer;
        this.sale = sale;
        this.takeWithin = takeWithin;
        this.silentAfter = silentAfter;
        this.onGoneBack = onGoneBack;
        this.rate = sale.admitPerSecond();
        this.maxActive = sale.maxActive();
        this.tokensAt = now();
    }

    void beginStep() {
        stepFrom = now();
    }

    /** Seconds since the start. */
    double now() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    int called() {
        return called;
    }

    int maxActive() {
        return maxActive;
    }

    List<String> complaints() {
        return complaints;
    }

    void complain(String text) {
        complaints.add("at %.2f s: %s".formatted(now(), text));
    }

    void change(int newRate, int newMaxActive, boolean isPaused) {
        rate = newRate;
        maxActive = newMaxActive;
        paused = isPaused;
        // The next admission counts the time since the last one at the new rate.
        tokensLeast = 0;
        tokensMost = rate;
    }

    // ---- entering

    void entered(Guest guest, long place, int position, double at) {
        Receipt receipt = Receipt.of(sale.id(), guest.fan, place);
        if (guest.is == Is.OUT) {
            if (!byPlace.isEmpty() && place <= byPlace.lastKey()) {
                complain("a new place is not behind all others");
            }
            byPlace.put(place, guest);
            guest.receipt = receipt;
            guest.is = Is.WAITING;
            guest.mayBeSeenAt = at;
            guest.surelySeenAt = at;
        } else if (!receipt.equals(guest.receipt)) {
            complain("entering again changed the place");
        }
        int expected = waitingPlaces().indexOf(place) + 1;
        if (guest.is == Is.WAITING && position != expected) {
            complain("entered at %d, not %d".formatted(position, expected));
        }
    }

    // ---- the line as it is, compared with the model

    LineReader.Page actual() {
        return observer.lineReader.page(sale.id(), 0, 100_000).orElseThrow();
    }

    List<Long> waitingPlaces() {
        List<Long> places = new ArrayList<>();
        byPlace.forEach((place, guest) -> {
            if (guest.is == Is.WAITING) {
                places.add(place);
            }
        });
        return places;
    }

    boolean isOver(Guest guest) {
        return observer.turnStore
                .find(sale.id(), guest.knownReceipt().place())
                .map(Turn::over)
                .orElse(false);
    }

    /**
     * @param mayCall whether the step may call fans
     * @param surely whether the step has surely run the admission
     * @param ended the fan whose place the step has ended
     */
    void compare(boolean mayCall, boolean surely, @Nullable Guest ended) {
        double at = now();
        tokensMost = Math.min(Math.max(rate, 1), tokensMost + rate * (at - tokensAt) * 1.1 + 1);
        tokensLeast =
                paused
                        ? tokensLeast
                        : Math.min(Math.max(rate, 1), tokensLeast + rate * (at - tokensAt) * 0.9);
        tokensAt = at;
        LineReader.Page page = actual();
        Map<Long, Is> now = states(page);
        List<Long> newCalls = new ArrayList<>();
        byPlace.values()
                .removeIf(guest -> {
                    Is is = now.getOrDefault(guest.knownReceipt().place(), Is.OUT);
                    boolean over = guest.is == Is.INSIDE && is == Is.OUT && isOver(guest);
                    if (guest.is == Is.WAITING && is == Is.CALLED && mayCall) {
                        newCalls.add(guest.knownReceipt().place());
                    } else if (guest.is == Is.CALLED && is == Is.WAITING) {
                        goneBack(guest, at);
                    } else if (guest.is != is && guest != ended && !over) {
                        complain("%s became %s".formatted(guest.is, is));
                    }
                    if (is == Is.OUT) {
                        guest.is = Is.OUT;
                        guest.taking = false;
                        return true;
                    }
                    return false;
                });
        if (ended != null && ended.is != Is.OUT) {
            complain("a fan who left or paid is " + ended.is);
        }
        judgeCalls(at, newCalls, page.active().size(), surely);
    }

    private static Map<Long, Is> states(LineReader.Page page) {
        Map<Long, Is> states = new HashMap<>();
        for (long place : page.places()) {
            states.put(place, Is.WAITING);
        }
        page.active()
                .forEach(fan ->
                        states.put(
                                fan.place(),
                                fan.state() == PlaceState.INSIDE ? Is.INSIDE : Is.CALLED));
        return states;
    }

    private void goneBack(Guest guest, double at) {
        if (guest.taking || at - guest.calledAt < takeWithin.toSeconds() - 0.05) {
            complain("a call went back after %.2f s".formatted(at - guest.calledAt));
        }
        guest.surelySeenAt = -1_000;
        guest.mayBeSeenAt = Math.max(guest.mayBeSeenAt, at - 1);
        onGoneBack.accept(guest);
        guest.is = Is.WAITING;
    }

    private void judgeCalls(double at, List<Long> newCalls, int active, boolean surely) {
        judgeOrder(at, newCalls);
        if (!newCalls.isEmpty() && active > maxActive) {
            complain("%d active, over the limit of %d".formatted(active, maxActive));
        }
        if (!newCalls.isEmpty() && paused) {
            complain("called while paused");
        }
        // An admission may have run as early as the step began, or as late as now.
        double unsure = rate * (at - stepFrom);
        tokensMost -= newCalls.size();
        tokensLeast = Math.max(0, tokensLeast - newCalls.size());
        if (tokensMost < -1) {
            complain("faster than the rate");
        }
        if (!newCalls.isEmpty()) {
            tokensMost += unsure;
        }
        boolean somebody =
                byPlace.values().stream()
                        .anyMatch(guest ->
                                guest.is == Is.WAITING
                                        && !newCalls.contains(guest.knownReceipt().place())
                                        && at - guest.surelySeenAt < 2);
        if (surely
                && !paused
                && newCalls.isEmpty()
                && somebody
                && active < maxActive
                && tokensLeast - unsure > 3) {
            complain("nobody was called, though one could be");
        }
        newCalls.forEach(place -> {
            Guest guest = byPlace.get(place);
            if (guest != null) {
                guest.is = Is.CALLED;
                guest.taking = false;
                guest.calledAt = stepFrom;
            }
        });
        called += newCalls.size();
    }

    private void judgeOrder(double at, List<Long> newCalls) {
        long last = newCalls.stream().mapToLong(Long::longValue).max().orElse(0);
        for (Guest guest : byPlace.values()) {
            if (guest.is == Is.WAITING) {
                long place = guest.knownReceipt().place();
                boolean isCalled = newCalls.contains(place);
                if (!isCalled && place < last && at - guest.surelySeenAt < 2) {
                    complain("place %d was overtaken".formatted(Place.counter(place)));
                }
                if (isCalled && stepFrom - guest.mayBeSeenAt > silentAfter.toSeconds() + 2.5) {
                    complain("a silent fan was called");
                }
            }
        }
    }
}
