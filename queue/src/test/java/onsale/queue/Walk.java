package onsale.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import onsale.platform.db.Database;
import onsale.platform.redis.Redis;
import onsale.queue.QueueStore.Change;
import onsale.testkit.Stores;
import org.jspecify.annotations.Nullable;

/**
 * A random walk of one line on three nodes beside a model that knows nothing of scripts: it expects
 * what the rules say, looks at what is, and writes down every difference.
 */
final class Walk implements AutoCloseable {

    private static final Duration SILENT_AFTER = Duration.ofSeconds(6);
    private static final Duration CLAIM_WITHIN = Duration.ofSeconds(2);
    static final QueueSettings SETTINGS =
            new QueueSettings(
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(1), // nodes look when the walk says so
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
        final WalkNode hands;
        final List<Poll> polls = new ArrayList<>();

        /** The line when the node looked last. */
        List<Long> known = List.of();

        boolean looked;

        Node(WalkNode hands) {
            this.hands = hands;
        }
    }

    private final long seed;
    private final Random random;
    private final Stores stores;
    private final Database database;
    private final Redis redis;
    private final @Nullable Without guard;
    private final boolean apart;
    private final Room observer;
    private final List<Node> nodes = new ArrayList<>();

    /** After a kill another one comes, in its time. */
    private final List<CompletableFuture<Node>> starting = new ArrayList<>();

    private final List<Guest> guests = new ArrayList<>();
    private final TreeMap<Long, Guest> byPlace = new TreeMap<>();
    private final List<String> complaints = new ArrayList<>();
    private final Set<UUID> admissions = new HashSet<>();
    private final Map<String, Integer> done = new TreeMap<>();
    private final long startNanos = System.nanoTime();
    private final Sale sale;

    /** A line that only those try to enter who stand in the first one. */
    private final Sale other;

    private int rate = 50;
    private int maxActive = 8;
    private boolean paused;
    private double tokensMost;
    private double tokensLeast;
    private double tokensAt;
    private int called;

    /** Whether the step has surely run the admission. */
    private boolean surely;

    /**
     * @param apart with nodes that are processes
     * @param guard what is left out
     */
    Walk(Stores stores, long seed, int fans, boolean apart, @Nullable Without guard) {
        this.seed = seed;
        this.random = new Random(seed);
        this.stores = stores;
        this.apart = apart;
        this.guard = guard;
        database = stores.database(QueueModule.SCHEMA);
        redis = stores.redisConnection();
        observer = room();
        for (int i = 0; i < fans; i++) {
            guests.add(new Guest());
        }
        sale = observer.aSale(rate, maxActive);
        other = observer.aSale(1, 0);
        nodes.addAll(Stream.generate(this::node).limit(3).parallel().toList());
        tokensAt = now();
    }

    private Room room() {
        return new Room(database, redis, stores.kafkaSettings(), stores.secret(), SETTINGS, guard);
    }

    private Node node() {
        Node node = new Node(apart ? new WalkNode.Apart(stores, guard) : new WalkNode.Here(room()));
        node.hands.ask("read " + sale.id());
        return node;
    }

    private String ask(Node node, String command) {
        return node.hands.ask(command + " " + sale.id());
    }

    private String ask(Node node, String command, Guest guest) {
        return node.hands.ask(line(command, sale, guest));
    }

    private static String line(String command, Sale to, Guest guest) {
        return "%s %s %s %s %d"
                .formatted(
                        command,
                        to.id(),
                        guest.fan.userId(),
                        guest.fan.person(),
                        guest.receipt == null ? 0 : guest.receipt.place());
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
            starting.removeIf(one -> one.isDone() && nodes.add(one.join()));
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
            step("mend", () -> ask(node, "mend"));
            compare(false, null);
        } else if (dice < 97) {
            step("stray", () -> stray(node, guest));
        } else if (dice < 99) {
            guest.sleeps = !guest.sleeps;
        } else if (nodes.size() > 1) {
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
        String[] told = ask(node, "enter", guest).split(" ", -1);
        switch (told[0]) {
            case "WAITING" -> {
                Receipt receipt =
                        new Receipt(
                                sale.id(),
                                guest.fan.userId(),
                                guest.fan.person(),
                                Long.parseLong(told[1]));
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
                if (guest.is == Is.WAITING && Integer.parseInt(told[2]) != position) {
                    complain("entered at %s, not %d".formatted(told[2], position));
                }
            }
            case "TURN" -> {
                if (guest.is != Is.CALLED && guest.is != Is.INSIDE) {
                    complain("entering gave a turn to one who is " + guest.is);
                }
                if (guest.receipt == null || guest.receipt.place() != Long.parseLong(told[1])) {
                    complain("a turn with another number");
                }
            }
            default -> complain("entering: " + List.of(told));
        }
    }

    /** Who stands in one line finds no other one open. */
    private void stray(Node node, Guest guest) {
        if (guest.is == Is.OUT || guest.receipt == null || isOver(guest)) {
            return;
        }
        String told = node.hands.ask(line("enter", other, guest));
        if (!told.equals("ELSEWHERE " + sale.id())) {
            complain("one who is %s stands in two lines: %s".formatted(guest.is, told));
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
        String answer = ask(node, "poll", guest);
        if (answer.contains("WAITING")) {
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
        if (answer.contains("EXPIRED")) {
            if (node.known.contains(receipt.place())) {
                complain("a waiting fan hears EXPIRED");
            }
            return;
        }
        take(node, guest);
    }

    /** Not from memory: called, inside or newer than the node knows. */
    private void take(Node node, Guest guest) {
        String[] told = ask(node, "take", guest).split(" ", -1);
        switch (told[0]) {
            case "ADMITTED" -> {
                UUID admission = UUID.fromString(told[1]);
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
            case "WAITING" -> {
                if (guest.is != Is.WAITING) {
                    complain("to be waiting hears one who is " + guest.is);
                }
            }
            case "ENDING" -> {
                if (guest.is != Is.INSIDE) {
                    complain("to be at the end of a turn hears one who is " + guest.is);
                }
            }
            case "OVER" -> {
                if (guest.is != Is.OUT && !isOver(guest)) {
                    complain("to be over hears one who is " + guest.is);
                }
            }
            default -> complain(told[0] + " without a loss");
        }
        compare(false, null);
    }

    private void beginClaim(Node node, Guest guest) {
        if (guest.is == Is.CALLED && guest.receipt != null) {
            ask(node, "claim", guest);
            guest.claiming = true;
        }
    }

    private void admit(Node node) {
        if (guard == Without.THE_LIMIT_IN_THE_SCRIPT && actual().inside().size() >= maxActive) {
            return; // whoever has the limit outside the script looks at it first
        }
        ask(node, "admit");
        surely = true;
        compare(true, null);
        surely = false;
    }

    private void look(Node node) {
        ask(node, "look");
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
            ask(node, "pay", guest);
            compare(true, guest);
        }
    }

    private void leave(Node node, Guest guest) {
        if (guest.receipt != null && guest.is != Is.OUT && !guest.claiming) {
            ask(node, "leave", guest);
            compare(true, guest);
        }
    }

    private void extend(Node node, Guest guest) {
        if (guest.is == Is.INSIDE && guest.receipt != null) {
            ask(node, "extend", guest);
        }
    }

    private void expire(Node node) {
        ask(node, "expire");
        compare(true, null);
    }

    private void settings() {
        rate = 1 + random.nextInt(100);
        maxActive = random.nextInt(12);
        paused = random.nextInt(6) == 0;
        // The next admission counts the time since the last one at the new rate.
        tokensLeast = 0;
        tokensMost = rate;
        observer.change(sale, new Change(rate, maxActive, null, paused, null));
    }

    /** Whatever the node had in memory is gone; what it was doing is done or not. */
    private void kill(Node node) {
        node.hands.killWhile("admit " + sale.id());
        nodes.remove(node);
        starting.add(CompletableFuture.supplyAsync(this::node, Thread::startVirtualThread));
        compare(true, null);
    }

    // ---- what is, beside what should be

    private Line.Page actual() {
        return observer.parts.line.page(sale.id(), 0, 100_000).orElseThrow();
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
        return observer.parts
                .claims
                .find(sale.id(), receipt(guest).place())
                .map(ClaimStore.Claim::over)
                .orElse(false);
    }

    @Override
    public void close() {
        starting.forEach(one -> nodes.add(one.join()));
        nodes.forEach(node -> node.hands.close());
        observer.close();
    }
}
