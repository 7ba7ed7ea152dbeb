package onsale.queue.walk;

import java.time.Duration;
import java.util.ArrayList;
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
import onsale.queue.QueueModule;
import onsale.queue.QueueSettings;
import onsale.queue.Room;
import onsale.queue.WithoutGuard;
import onsale.queue.line.Receipt;
import onsale.queue.sale.Sale;
import onsale.queue.sale.SaleStore.Change;
import onsale.queue.walk.Guest.Is;
import onsale.testkit.Stores;
import org.jspecify.annotations.Nullable;

/** A random walk of one line on three nodes. After each step {@link WalkModel} judges the line. */
final class Walk implements AutoCloseable {

    private static final Duration SILENT_AFTER = Duration.ofSeconds(6);
    private static final Duration TAKE_WITHIN = Duration.ofSeconds(2);
    static final QueueSettings SETTINGS =
            new QueueSettings(
                    Duration.ofSeconds(10),
                    Duration.ofMinutes(1), // nodes look when the walk says so
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(3),
                    TAKE_WITHIN,
                    SILENT_AFTER,
                    Duration.ofSeconds(1),
                    Duration.ofHours(24));
    private static final Pattern POSITION = Pattern.compile("\"position\":(\\d+)");

    /** A poll of which the node may not have told Redis yet. */
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

        /** The places that waited when the node looked last. */
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
    private final @Nullable WithoutGuard guard;
    private final boolean apart;
    private final Room observer;
    private final List<Node> nodes = new ArrayList<>();

    /** Nodes that replace killed ones, as soon as they have started. */
    private final List<CompletableFuture<Node>> starting = new ArrayList<>();

    private final List<Guest> guests = new ArrayList<>();
    private final Set<UUID> admissions = new HashSet<>();
    private final Map<String, Integer> done = new TreeMap<>();
    private final Sale sale;
    private final WalkModel model;

    /** A line that only those try to enter who stand in the first one. */
    private final Sale other;

    /**
     * @param apart with nodes that are processes
     * @param guard what is left out
     */
    Walk(Stores stores, long seed, int fans, boolean apart, @Nullable WithoutGuard guard) {
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
        sale = observer.aSale(50, 8);
        other = observer.aSale(1, 0);
        nodes.addAll(Stream.generate(this::node).limit(3).parallel().toList());
        model = new WalkModel(observer, sale, TAKE_WITHIN, SILENT_AFTER, this::forgetPolls);
    }

    private Room room() {
        return new Room(database, redis, stores.kafkaSettings(), stores.secret(), SETTINGS, guard);
    }

    private Node node() {
        Node node = new Node(apart ? new WalkNode.Apart(stores, guard) : new WalkNode.Here(room()));
        node.hands.ask("read " + sale.id());
        return node;
    }

    private void forgetPolls(Guest guest) {
        nodes.forEach(node -> node.polls.removeIf(poll -> poll.guest == guest));
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

    List<String> complaints() {
        return model.complaints();
    }

    int called() {
        return model.called();
    }

    String summary() {
        return "walk with seed %d: %d called in %.1f s, %s, %d complaints"
                .formatted(seed, called(), model.now(), done, complaints().size());
    }

    /** So many steps, and up to as many again until so many fans were called. */
    void run(int steps, int calledMin, int complaintsMax) {
        for (int i = 0;
                (i < steps || (i < 2 * steps && called() < calledMin))
                        && complaints().size() < complaintsMax;
                i++) {
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
            step("crash while taking a turn up", () -> beginToTake(node, guest));
        } else if (dice < 94) {
            step("settings", this::settings);
        } else if (dice < 96) {
            step(
                    "mend",
                    () -> {
                        ask(node, "mend");
                        model.compare(false, false, null);
                    });
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
        model.beginStep();
        what.run();
    }

    // ---- steps

    private void enter(Node node, Guest guest) {
        if (guest.sleeps) {
            return;
        }
        double at = model.now();
        String[] told = ask(node, "enter", guest).split(" ", -1);
        switch (told[0]) {
            case "WAITING" ->
                    model.entered(guest, Long.parseLong(told[1]), Integer.parseInt(told[2]), at);
            case "TURN" -> {
                if (guest.is != Is.CALLED && guest.is != Is.INSIDE) {
                    model.complain("entering gave a turn to one who is " + guest.is);
                }
                if (guest.receipt == null || guest.receipt.place() != Long.parseLong(told[1])) {
                    model.complain("a turn with another place");
                }
            }
            default -> model.complain("entering: " + List.of(told));
        }
    }

    /** A fan who stands in one line is refused in another one. */
    private void stray(Node node, Guest guest) {
        if (guest.is == Is.OUT || guest.receipt == null || model.isOver(guest)) {
            return;
        }
        String told = node.hands.ask(line("enter", other, guest));
        if (!told.equals("ELSEWHERE " + sale.id())) {
            model.complain("one who is %s stands in two lines: %s".formatted(guest.is, told));
        }
    }

    private void poll(Node node, Guest guest) {
        Receipt receipt = guest.receipt;
        if (guest.sleeps || receipt == null) {
            return;
        }
        double at = model.now();
        if (!node.looked) {
            look(node);
        }
        String answer = ask(node, "poll", guest);
        if (answer.contains("WAITING")) {
            int position = node.known.indexOf(receipt.place()) + 1;
            Matcher said = POSITION.matcher(answer);
            if (!said.find() || Integer.parseInt(said.group(1)) != position) {
                model.complain("position %d said as %s".formatted(position, answer));
            }
            if (guest.is == Is.WAITING) {
                guest.mayBeSeenAt = at;
                node.polls.add(new Poll(guest, at));
            }
            return;
        }
        if (answer.contains("EXPIRED")) {
            if (node.known.contains(receipt.place())) {
                model.complain("a waiting fan hears EXPIRED");
            }
            return;
        }
        take(node, guest);
    }

    /** For a fan of whom memory is not enough: called, inside or newer than the node knows. */
    private void take(Node node, Guest guest) {
        String[] told = ask(node, "take", guest).split(" ", -1);
        switch (told[0]) {
            case "ADMITTED" -> admitted(guest, UUID.fromString(told[1]));
            case "WAITING" -> {
                if (guest.is != Is.WAITING) {
                    model.complain("WAITING was told to one who is " + guest.is);
                }
            }
            case "ENDING" -> {
                if (guest.is != Is.INSIDE) {
                    model.complain("ENDING was told to one who is " + guest.is);
                }
            }
            case "OVER" -> {
                if (guest.is != Is.OUT && !model.isOver(guest)) {
                    model.complain("OVER was told to one who is " + guest.is);
                }
            }
            default -> model.complain(told[0] + " without a loss");
        }
        model.compare(false, false, null);
    }

    private void admitted(Guest guest, UUID admission) {
        if (guest.is == Is.CALLED) {
            guest.is = Is.INSIDE;
            if (!admissions.add(admission)) {
                model.complain("an admission was given twice");
            }
        } else if (guest.is != Is.INSIDE) {
            model.complain("a token for one who is " + guest.is);
        } else if (!admissions.contains(admission)) {
            model.complain("another admission of the same turn");
        }
    }

    private void beginToTake(Node node, Guest guest) {
        if (guest.is == Is.CALLED && guest.receipt != null) {
            ask(node, "begin", guest);
            guest.taking = true;
        }
    }

    private void admit(Node node) {
        if (guard == WithoutGuard.THE_LIMIT_IN_THE_SCRIPT
                && model.actual().active().size() >= model.maxActive()) {
            return; // with the limit outside the script, the caller looks at it first
        }
        ask(node, "admit");
        model.compare(true, true, null);
    }

    private void look(Node node) {
        ask(node, "look");
        node.looked = true;
        double at = model.now();
        node.polls.removeIf(poll -> {
            if (poll.firstTick < 0) {
                poll.firstTick = at;
            } else if (at - poll.firstTick
                    > 2.2) { // a node tells each second, of the same fan again after one
                poll.guest.surelySeenAt = Math.max(poll.guest.surelySeenAt, poll.at);
                return true;
            }
            return false;
        });
        node.known = model.waitingPlaces();
    }

    private void pay(Node node, Guest guest) {
        if (guest.is == Is.INSIDE && guest.receipt != null) {
            ask(node, "pay", guest);
            model.compare(true, false, guest);
        }
    }

    private void leave(Node node, Guest guest) {
        if (guest.receipt != null && guest.is != Is.OUT && !guest.taking) {
            ask(node, "leave", guest);
            model.compare(true, false, guest);
        }
    }

    private void extend(Node node, Guest guest) {
        if (guest.is == Is.INSIDE && guest.receipt != null) {
            ask(node, "extend", guest);
        }
    }

    private void expire(Node node) {
        ask(node, "expire");
        model.compare(true, false, null);
    }

    private void settings() {
        int rate = 1 + random.nextInt(100);
        int maxActive = random.nextInt(12);
        boolean paused = random.nextInt(6) == 0;
        model.change(rate, maxActive, paused);
        observer.change(sale, new Change(rate, maxActive, null, paused, null));
    }

    /** The node loses what it had in memory; what it was doing is done or not. */
    private void kill(Node node) {
        node.hands.killWhile("admit " + sale.id());
        nodes.remove(node);
        starting.add(CompletableFuture.supplyAsync(this::node, Thread::startVirtualThread));
        model.compare(true, false, null);
    }

    @Override
    public void close() {
        starting.forEach(one -> nodes.add(one.join()));
        nodes.forEach(node -> node.hands.close());
        observer.close();
    }
}
