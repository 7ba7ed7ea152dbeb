package onsale.rush.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import onsale.platform.StartFailure;
import onsale.rush.fan.Times;

/**
 * A planned fault.
 *
 * @param lasts how long until the part is started, continued or repaired
 */
public record Fault(Duration at, Kind kind, Subject subject, int node, Duration lasts) {

    public enum Kind {
        /** SIGKILL, and a start after a while. */
        KILL,
        /** SIGSTOP: the process exists, but does not answer. */
        PAUSE,
        /** SIGTERM, and a start after a while. */
        RESTART,
        /** FLUSHALL. */
        FLUSH,
        /** Killed, and started from files that are some seconds old. */
        OLD_FILES,
        /** Killed, and replaced by an empty one. */
        EMPTY,
        /**
         * The provider declines, hangs, cuts off, errs, pays late and loses webhooks, at a rate.
         */
        FAULTS,
        /** The provider answers no request. */
        DOWN
    }

    public enum Subject {
        NODE,
        REDIS,
        KAFKA,
        POSTGRES,
        SIMULATOR,
        PROVIDER
    }

    private static final Duration BETWEEN = Duration.ofSeconds(12);
    private static final Duration FIRST = Duration.ofSeconds(8);

    @Override
    public String toString() {
        return "%s %s %s%s %s"
                .formatted(
                        Times.print(at),
                        word(kind),
                        subject.name().toLowerCase(Locale.ROOT),
                        subject == Subject.NODE ? node + 1 : "",
                        Times.print(lasts));
    }

    public String what() {
        return word(kind)
                + " "
                + subject.name().toLowerCase(Locale.ROOT)
                + (subject == Subject.NODE ? " " + (node + 1) : "");
    }

    private static String word(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * {@code none}, {@code everything}, {@code random}, {@code loss} or a list such as {@code 10s
     * kill redis 2s, 20s pause node2 5s}; the last word is how long it lasts.
     */
    public static List<Fault> plan(
            String text, int nodes, Duration during, RandomGenerator random) {
        return switch (text) {
            case "none", "" -> List.of();
            case "everything" -> everything(nodes);
            case "random" -> random(nodes, during, random);
            case "loss" -> loss(nodes, during, random);
            default -> {
                List<Fault> faults = new ArrayList<>();
                for (String part : text.split(",", -1)) {
                    faults.add(parse(part.strip(), nodes));
                }
                yield List.copyOf(faults);
            }
        };
    }

    /** Plans every kind of fault for every part, one after the other. */
    public static List<Fault> everything(int nodes) {
        List<Fault> faults = new ArrayList<>();
        add(faults, Kind.KILL, Subject.REDIS, 0, 2);
        add(faults, Kind.KILL, Subject.NODE, nodes - 1, 3);
        add(faults, Kind.FLUSH, Subject.REDIS, 0, 0);
        add(faults, Kind.PAUSE, Subject.NODE, 0, 5);
        add(faults, Kind.KILL, Subject.POSTGRES, 0, 2);
        add(faults, Kind.FAULTS, Subject.PROVIDER, 0, 10);
        add(faults, Kind.KILL, Subject.KAFKA, 0, 3);
        add(faults, Kind.OLD_FILES, Subject.REDIS, 0, 1);
        add(faults, Kind.RESTART, Subject.NODE, nodes / 2, 0);
        add(faults, Kind.PAUSE, Subject.POSTGRES, 0, 4);
        add(faults, Kind.KILL, Subject.SIMULATOR, 0, 3);
        add(faults, Kind.PAUSE, Subject.REDIS, 0, 4);
        add(faults, Kind.RESTART, Subject.KAFKA, 0, 0);
        add(faults, Kind.DOWN, Subject.PROVIDER, 0, 5);
        add(faults, Kind.RESTART, Subject.POSTGRES, 0, 0);
        add(faults, Kind.PAUSE, Subject.SIMULATOR, 0, 4);
        add(faults, Kind.PAUSE, Subject.KAFKA, 0, 6);
        add(faults, Kind.RESTART, Subject.REDIS, 0, 0);
        add(faults, Kind.EMPTY, Subject.REDIS, 0, 1);
        add(faults, Kind.EMPTY, Subject.KAFKA, 0, 1);
        return List.copyOf(faults);
    }

    private static void add(List<Fault> to, Kind kind, Subject subject, int node, int seconds) {
        Duration at = FIRST.plus(BETWEEN.multipliedBy(to.size()));
        to.add(new Fault(at, kind, subject, node, Duration.ofSeconds(seconds)));
    }

    private static List<Fault> random(int nodes, Duration during, RandomGenerator random) {
        List<Fault> kinds = everything(nodes);
        List<Fault> faults = new ArrayList<>();
        Duration at = Duration.ofMillis(random.nextLong(2_000, 8_000));
        while (at.compareTo(during) < 0) {
            Fault drawn = kinds.get(random.nextInt(kinds.size()));
            faults.add(
                    new Fault(
                            at,
                            drawn.kind,
                            drawn.subject,
                            drawn.subject == Subject.NODE ? random.nextInt(nodes) : 0,
                            drawn.lasts.isZero()
                                    ? Duration.ZERO
                                    : Duration.ofMillis(random.nextLong(500, 6_000))));
            at = at.plusMillis(random.nextLong(6_000, 15_000));
        }
        return List.copyOf(faults);
    }

    /**
     * Plans losses of Redis of every kind and at any moment. In half of them a node dies while the
     * line is being restored, and sometimes Redis fails again.
     */
    private static List<Fault> loss(int nodes, Duration during, RandomGenerator random) {
        List<Fault> faults = new ArrayList<>();
        Duration at = Duration.ofMillis(random.nextLong(during.toMillis() / 4, during.toMillis()));
        faults.add(loss(at, random));
        if (random.nextBoolean()) {
            Duration then = at.plusMillis(random.nextLong(8_000));
            Duration lasts = Duration.ofMillis(random.nextLong(500, 3_000));
            faults.add(new Fault(then, Kind.KILL, Subject.NODE, random.nextInt(nodes), lasts));
        }
        if (random.nextInt(4) == 0) {
            faults.add(loss(at.plusMillis(random.nextLong(1_000, 8_000)), random));
        }
        return List.copyOf(faults);
    }

    private static Fault loss(Duration at, RandomGenerator random) {
        Kind[] kinds = {Kind.KILL, Kind.FLUSH, Kind.OLD_FILES, Kind.EMPTY};
        Duration lasts = Duration.ofMillis(random.nextLong(200, 2_000));
        return new Fault(at, kinds[random.nextInt(kinds.length)], Subject.REDIS, 0, lasts);
    }

    private static Fault parse(String text, int nodes) {
        String[] words = text.split(" +", -1);
        if (words.length == 4) {
            var at = Times.parse(words[0]);
            var lasts = Times.parse(words[3]);
            String subject = words[2].replaceAll("[0-9]+$", "");
            String number = words[2].substring(subject.length());
            int node = number.isEmpty() ? 0 : Integer.parseInt(number) - 1;
            for (Kind kind : Kind.values()) {
                for (Subject one : Subject.values()) {
                    boolean fits =
                            word(kind).equals(words[1])
                                    && one.name().equalsIgnoreCase(subject)
                                    && isPossible(kind, one)
                                    && (one == Subject.NODE
                                            ? node >= 0 && node < nodes
                                            : number.isEmpty());
                    if (fits && at.isPresent() && lasts.isPresent()) {
                        return new Fault(at.get(), kind, one, node, lasts.get());
                    }
                }
            }
        }
        throw new StartFailure(
                ("Nobody understands the fault \"%s\": write when, what, whom and how long, for"
                                + " example \"10s kill redis 2s\" or \"20s pause node2 5s\".")
                        .formatted(text));
    }

    private static boolean isPossible(Kind kind, Subject subject) {
        return switch (kind) {
            case KILL, PAUSE, RESTART -> subject != Subject.PROVIDER;
            case FLUSH, OLD_FILES -> subject == Subject.REDIS;
            case EMPTY -> subject == Subject.REDIS || subject == Subject.KAFKA;
            case FAULTS, DOWN -> subject == Subject.PROVIDER;
        };
    }
}
