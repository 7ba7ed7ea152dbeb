package onsale.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import onsale.contracts.ReservationConfirmed;
import onsale.platform.db.Database;
import onsale.platform.redis.LuaScript;
import onsale.platform.redis.Redis;
import onsale.queue.QueueStore.Change;
import onsale.queue.Turns.Turn;
import onsale.testkit.Stores;
import org.jspecify.annotations.Nullable;

/**
 * A random walk of one line on three nodes beside a model that knows nothing of scripts: it expects
 * what the rules say, looks at what is, and writes down every difference.
 */
final class Walk implements AutoCloseable {

    private static final Duration SILENT_AFTER = Duration.ofSeconds(6);
    private static final Duration CLAIM_WITHIN = Duration.ofSeconds(2);
    private static final QueueSettings SETTINGS =
            new QueueSettings(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10), // nodes look when the walk says so
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(3),
                    CLAIM_WITHIN,
                    SILENT_AFTER,
                    Duration.ofSeconds(1),
                    Duration.ofHours(24));
    private static final Pattern POSITION = Pattern.compile("\"position\":(\\d+)");

    /** What a fan is. */
    private enum Is {
        OUT,
        WAITING,
        CALLED,
        INSIDE
    }

    private static final class Guest {
        Fan fan = Room.aFan();
        Is is = Is.OUT;
        @Nullable Receipt receipt;
        double calledAt;
        boolean claiming;
        double mayBeSeenAt = -1_000;
        double surelySeenAt = -1_000;
        boolean sleeps;
    }

    /** A poll of which the node has not surely told yet. */
    private static final class Poll {
        final Guest guest;
        final double at;
        double firstTick = -1;

        Poll(Guest guest, double at) {
            this.guest = guest;
            this.at = at;
        }
    }

    private static final class Node {
        final Room room;
        final List<Poll> polls = new ArrayList<>();

        /** The line when the node looked last. */
        List<Long> known = List.of();

        boolean looked;

        Node(Room room) {
            this.room = room;
        }
    }

    private final long seed;
    private final Random random;
    private final Stores stores;
    private final Database database;
    private final Redis redis;
    private final @Nullable LuaScript admit;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Guest> guests = new ArrayList<>();
    private final TreeMap<Long, Guest> byPlace = new TreeMap<>();
    private final List<String> complaints = new ArrayList<>();
    private final Set<UUID> admissions = new HashSet<>();
    private final Map<String, Integer> done = new TreeMap<>();
    private final long startNanos = System.nanoTime();
    private final Sale sale;
    private int rate = 50;
    private int maxActive = 8;
    private boolean paused;
    private double tokensMost;
    private double tokensLeast;
    private double tokensAt;
    private int called;

    /** Whether the step has surely run the admission. */
    private boolean surely;

    Walk(Stores stores, long seed, int fans, @Nullable LuaScript admit) {
        this.seed = seed;
        this.random = new Random(seed);
        this.stores = stores;
        this.admit = admit;
        database = stores.database(QueueModule.SCHEMA);
        redis = stores.redisConnection();
        for (int i = 0; i < 3; i++) {
            nodes.add(new Node(room()));
        }
        for (int i = 0; i < fans; i++) {
            guests.add(new Guest());
        }
        sale = nodes.getFirst().room.aSale(rate, maxActive);
        tokensAt = now();
    }

    private Room room() {
        return new Room(database, redis, stores.kafkaSettings(), stores.secret(), SETTINGS, admit);
    }

    private double now() {
        return (System.nanoTime() - startNanos) / 1e9;
    }

    List<String> complaints() {
        return complaints;
    }

    int called() {
        return called;
    }

    String summary() {
        return "walk with seed %d: %d called in %.1f s, %s, %d complaints"
                .formatted(seed, called, now(), done, complaints.size());
    }

    void run(int steps, int complaintsMax) {
        for (int i = 0; i < steps && complaints.size() < complaintsMax; i++) {
            Node node = nodes.get(random.nextInt(nodes.size()));
            Guest guest = guests.get(random.nextInt(guests.size()));
            int dice = random.nextInt(100);
            if (random.nextInt(3) > 0) {
                // more often one to whom something can happen
                List<Guest> inside = guests.stream().filter(one -> one.is != Is.OUT).toList();
                guest = inside.isEmpty() ? guest : inside.get(random.nextInt(inside.size()));
            }
            walk(node, guest, dice);
        }
    }

    private void walk(Node node, Guest guest, int dice) {
        if (dice < 25) {
            step("enter", () -> enter(node, guest));
        } else if (dice < 50) {
            step("poll", () -> poll(node, guest));
        } else if (dice < 62) {
            step("admit", () -> admit(node));
        } else if (dice < 72) {
            step("look", () -> look(node));
        } else if (dice < 80) {
            step("pay", () -> pay(node, guest));
        } else if (dice < 84) {
            step("leave", () -> leave(node, guest));
        } else if (dice < 87) {
            step("extend", () -> extend(node, guest));
        } else if (dice < 90) {
            step("expire", () -> expire(node));
        } else if (dice < 91) {
            step("crash while claiming", () -> beginClaim(node, guest));
        } else if (dice < 94) {
            step("settings", this::settings);
        } else if (dice < 96) {
            step("mend", () -> node.room.parts.admission.mend(sale.id()));
            compare(false, null);
        } else if (dice < 99) {
            guest.sleeps = !guest.sleeps;
        } else {
            step("kill", () -> kill(node));
        }
    }

    private void step(String name, Runnable what) {
        done.merge(name, 1, Integer::sum);
        what.run();
    }

    private void complain(String text) {
        complaints.add("at %.2f s: %s".formatted(now(), text));
    }

    // ---- steps

    private void enter(Node node, Guest guest) {
        if (guest.sleeps) {
            return;
        }
        double at = now();
        switch (node.room.enter(sale, guest.fan)) {
            case EnterQueue.Outcome.Waiting waiting -> {
                Receipt receipt = waiting.receipt();
                if (guest.is == Is.OUT) {
                    if (!byPlace.isEmpty() && receipt.place() <= byPlace.lastKey()) {
                        complain("a new number is not behind all others");
                    }
                    byPlace.put(receipt.place(), guest);
                    guest.receipt = receipt;
                    guest.is = Is.WAITING;
                    guest.mayBeSeenAt = at;
                    guest.surelySeenAt = at;
                } else if (!receipt.equals(guest.receipt)) {
                    complain("entering again changed the number");
                }
                int position = waitingPlaces().indexOf(receipt.place()) + 1;
                if (guest.is == Is.WAITING && waiting.position() != position) {
                    complain("entered at %d, not %d".formatted(waiting.position(), position));
                }
            }
            case EnterQueue.Outcome.Turn turn -> {
                if (guest.is != Is.CALLED && guest.is != Is.INSIDE) {
                    complain("entering gave a turn to one who is " + guest.is);
                }
                if (!turn.receipt().equals(guest.receipt)) {
                    complain("a turn with another number");
                }
            }
            case EnterQueue.Outcome other -> complain("entering: " + other);
        }
    }

    private void poll(Node node, Guest guest) {
        Receipt receipt = guest.receipt;
        if (guest.sleeps || receipt == null) {
            return;
        }
        double at = now();
        if (!node.looked) {
            look(node);
        }
        String answer = node.room.parts.status.fromMemory(receipt);
        if (answer != null && answer.contains("WAITING")) {
            int position = node.known.indexOf(receipt.place()) + 1;
            Matcher said = POSITION.matcher(answer);
            if (!said.find() || Integer.parseInt(said.group(1)) != position) {
                complain("position %d said as %s".formatted(position, answer));
            }
            if (guest.is == Is.WAITING) {
                guest.mayBeSeenAt = at;
                node.polls.add(new Poll(guest, at));
            }
            return;
        }
        if (answer != null && answer.contains("EXPIRED")) {
            if (node.known.contains(receipt.place())) {
                complain("a waiting fan hears EXPIRED");
            }
            return;
        }
        take(node, guest, receipt);
    }

    /** Not from memory: called, inside or newer than the node knows. */
    private void take(Node node, Guest guest, Receipt receipt) {
        switch (node.room.parts.turns.take(receipt)) {
            case Turn.Admitted in -> {
                UUID admission = node.room.pass(in).admissionId();
                if (guest.is == Is.CALLED) {
                    guest.is = Is.INSIDE;
                    if (!admissions.add(admission)) {
                        complain("an admission was given twice");
                    }
                } else if (guest.is != Is.INSIDE) {
                    complain("a token for one who is " + guest.is);
                } else if (!admissions.contains(admission)) {
                    complain("another admission of the same turn");
                }
            }
            case Turn.Waiting _ -> {
                if (guest.is != Is.WAITING) {
                    complain("to be waiting hears one who is " + guest.is);
                }
            }
            case Turn.Over _ -> {
                if (guest.is != Is.OUT && !isOver(guest)) {
                    complain("to be over hears one who is " + guest.is);
                }
            }
            case Turn.Restoring _ -> complain("restoring without a loss");
        }
        compare(false, null);
    }

    private void beginClaim(Node node, Guest guest) {
        if (guest.is == Is.CALLED && guest.receipt != null) {
            node.room.parts.line.claim(sale.id(), guest.fan, guest.receipt.place());
            guest.claiming = true;
        }
    }

    private void admit(Node node) {
        if (admit != null && actual().inside().size() >= maxActive) {
            return; // whoever has the limit outside the script looks at it first
        }
        node.room.admit(sale);
        surely = true;
        compare(true, null);
        surely = false;
    }

    private void look(Node node) {
        node.room.parts.lines.find(sale.id());
        node.room.parts.lines.tick();
        node.looked = true;
        double at = now();
        node.polls.removeIf(poll -> {
            if (poll.firstTick < 0) {
                poll.firstTick = at;
            } else if (at - poll.firstTick
                    > 2.2) { // it tells each second, of a fan again after one
                poll.guest.surelySeenAt = Math.max(poll.guest.surelySeenAt, poll.at);
                return true;
            }
            return false;
        });
        node.known = waitingPlaces();
    }

    private void pay(Node node, Guest guest) {
        if (guest.is == Is.INSIDE && guest.receipt != null) {
            ReservationConfirmed paid =
                    new ReservationConfirmed(
                            UUID.randomUUID(),
                            "B-1",
                            guest.fan.userId(),
                            sale.id(),
                            List.of(),
                            1,
                            UUID.randomUUID(),
                            Instant.now());
            database.inTransaction(() -> node.room.parts.confirmed(paid));
            compare(true, guest);
        }
    }

    private void leave(Node node, Guest guest) {
        if (guest.receipt != null && guest.is != Is.OUT && !guest.claiming) {
            node.room.parts.turns.leave(guest.receipt);
            compare(true, guest);
        }
    }

    private void extend(Node node, Guest guest) {
        if (guest.is == Is.INSIDE
                && guest.receipt != null
                && node.room.parts.turns.take(guest.receipt) instanceof Turn.Admitted in) {
            node.room.parts.turns.extend(
                    node.room.pass(in), Instant.ofEpochSecond(in.expiresAt().getEpochSecond()));
        }
    }

    private void expire(Node node) {
        node.room.parts.admission.expire(() -> true);
        compare(true, null);
    }

    private void settings() {
        rate = 1 + random.nextInt(100);
        maxActive = random.nextInt(12);
        paused = random.nextInt(6) == 0;
        // The next admission counts the time since the last one at the new rate.
        tokensLeast = 0;
        tokensMost = rate;
        nodes.getFirst().room.change(sale, new Change(rate, maxActive, null, paused, null));
    }

    /** Whatever the node had in memory is gone. */
    private void kill(Node node) {
        node.room.close();
        nodes.set(nodes.indexOf(node), new Node(room()));
        nodes.getLast().room.parts.sales.readNow();
        nodes.forEach(one -> one.room.parts.sales.readNow());
    }

    // ---- what is, beside what should be

    private Line.Page actual() {
        return nodes.getFirst().room.parts.line.page(sale.id(), 0, 100_000).orElseThrow();
    }

    private List<Long> waitingPlaces() {
        List<Long> places = new ArrayList<>();
        byPlace.forEach((place, guest) -> {
            if (guest.is == Is.WAITING) {
                places.add(place);
            }
        });
        return places;
    }

    /**
     * @param mayCall whether the step may call fans
     * @param ended whose number the step has ended
     */
    private void compare(boolean mayCall, @Nullable Guest ended) {
        double at = now();
        tokensMost = Math.min(Math.max(rate, 1), tokensMost + rate * (at - tokensAt) * 1.1 + 1);
        tokensLeast =
                paused
                        ? tokensLeast
                        : Math.min(Math.max(rate, 1), tokensLeast + rate * (at - tokensAt) * 0.9);
        tokensAt = at;
        Map<Long, Is> now = new HashMap<>();
        Line.Page page = actual();
        for (long place : page.places()) {
            now.put(place, Is.WAITING);
        }
        page.inside()
                .forEach(one -> now.put(one.place(), one.state() == 'A' ? Is.INSIDE : Is.CALLED));

        List<Long> newCalls = new ArrayList<>();
        byPlace.values()
                .removeIf(guest -> {
                    Is is = now.getOrDefault(receipt(guest).place(), Is.OUT);
                    boolean over = guest.is == Is.INSIDE && is == Is.OUT && isOver(guest);
                    if (guest.is == Is.WAITING && is == Is.CALLED && mayCall) {
                        newCalls.add(receipt(guest).place());
                    } else if (guest.is == Is.CALLED && is == Is.WAITING) {
                        if (guest.claiming
                                || at - guest.calledAt < CLAIM_WITHIN.toSeconds() - 0.05) {
                            complain(
                                    "a call went back after %.2f s".formatted(at - guest.calledAt));
                        }
                        guest.surelySeenAt = -1_000;
                        guest.mayBeSeenAt = Math.max(guest.mayBeSeenAt, at - 1);
                        nodes.forEach(node -> node.polls.removeIf(poll -> poll.guest == guest));
                        guest.is = Is.WAITING;
                    } else if (guest.is != is && guest != ended && !over) {
                        complain("%s became %s".formatted(guest.is, is));
                    }
                    if (is == Is.OUT) {
                        guest.is = Is.OUT;
                        guest.claiming = false;
                        return true;
                    }
                    return false;
                });
        if (ended != null && ended.is != Is.OUT) {
            complain("who left or paid is " + ended.is);
        }
        judgeCalls(at, newCalls, page.inside().size());
    }

    private void judgeCalls(double at, List<Long> newCalls, int active) {
        long last = newCalls.stream().mapToLong(Long::longValue).max().orElse(0);
        for (Guest guest : byPlace.values()) {
            if (guest.is == Is.WAITING) {
                long place = receipt(guest).place();
                boolean isCalled = newCalls.contains(place);
                if (!isCalled && place < last && at - guest.surelySeenAt < 2) {
                    complain("number %d was overtaken".formatted(Place.counter(place)));
                }
                if (isCalled && at - guest.mayBeSeenAt > SILENT_AFTER.toSeconds() + 2.5) {
                    complain("a silent fan was called");
                }
            }
        }
        if (!newCalls.isEmpty() && active > maxActive) {
            complain("%d active, over the limit of %d".formatted(active, maxActive));
        }
        if (!newCalls.isEmpty() && paused) {
            complain("called while paused");
        }
        tokensMost -= newCalls.size();
        tokensLeast = Math.max(0, tokensLeast - newCalls.size());
        if (tokensMost < -1) {
            complain("faster than the rate");
        }
        boolean somebody =
                byPlace.values().stream()
                        .anyMatch(guest ->
                                guest.is == Is.WAITING
                                        && !newCalls.contains(receipt(guest).place())
                                        && at - guest.surelySeenAt < 2);
        if (surely
                && !paused
                && newCalls.isEmpty()
                && somebody
                && active < maxActive
                && tokensLeast > 3) {
            complain("nobody was called, though one could be");
        }
        newCalls.forEach(place -> {
            Guest guest = byPlace.get(place);
            if (guest != null) {
                guest.is = Is.CALLED;
                guest.claiming = false;
                guest.calledAt = at;
            }
        });
        called += newCalls.size();
    }

    private static Receipt receipt(Guest guest) {
        if (guest.receipt == null) {
            throw new IllegalStateException("has no number");
        }
        return guest.receipt;
    }

    private boolean isOver(Guest guest) {
        return nodes.getFirst()
                .room
                .parts
                .claims
                .find(sale.id(), receipt(guest).place())
                .map(ClaimStore.Claim::over)
                .orElse(false);
    }

    @Override
    public void close() {
        nodes.forEach(node -> node.room.close());
    }
}
