package onsale.rush.fan;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import onsale.platform.StartFailure;

/**
 * The behaviour of a crowd: shares and times from a file, printed in every report. What each fan
 * does is drawn from the seed.
 */
public record Profile(
        String name,
        Duration warmUp,
        List<Stretch> arrival,
        Duration hold,
        List<SeatsShare> seats,
        double popular,
        Span look,
        Span choose,
        Span again,
        Duration poll,
        Span patience,
        Span inLine,
        double leaveSilently,
        int inside,
        int admittedPerSecond,
        double changeMind,
        double release,
        double abandon,
        Span payAfter,
        double abandonPayment,
        double decline,
        double declineAtPage,
        double retryDeclined,
        double cancel,
        double cancelPart,
        Span cancelAfter,
        Map<String, String> text) {

    /** The share of fans that arrive during a time; one stretch follows another. */
    public record Stretch(Duration during, double share) {}

    record SeatsShare(int seats, double share) {}

    /** A time that people take, drawn so that most are quick and some are slow. */
    public record Span(Duration from, Duration to) {

        public long nanos(RandomGenerator random) {
            double skewed = random.nextDouble() * random.nextDouble() * 1.6;
            long wide = to.toNanos() - from.toNanos();
            return from.toNanos() + (long) (wide * Math.min(1, skewed));
        }
    }

    /** Reads a built-in profile or a file. */
    public static Profile load(String nameOrFile) {
        Properties properties = new Properties();
        try (Reader reader = open(nameOrFile)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new StartFailure(
                    "The profile %s cannot be read: give a file, or one of evening, quick, restless, waiting."
                            .formatted(nameOrFile));
        }
        Path file = Path.of(nameOrFile);
        return parse(String.valueOf(file.getFileName()), properties);
    }

    private static Reader open(String nameOrFile) throws IOException {
        InputStream shipped =
                nameOrFile.matches("[a-z]+")
                        ? Profile.class.getResourceAsStream(
                                "profiles/" + nameOrFile + ".properties")
                        : null;
        return shipped == null
                ? Files.newBufferedReader(Path.of(nameOrFile))
                : new InputStreamReader(shipped, StandardCharsets.UTF_8);
    }

    private static Profile parse(String name, Properties properties) {
        Values values = new Values(name, new TreeMap<>());
        properties.forEach((key, value) ->
                values.text.put(String.valueOf(key), String.valueOf(value).strip()));
        Map<String, String> text = new TreeMap<>(values.text);
        Profile profile =
                new Profile(
                        name,
                        values.duration("warm-up"),
                        values.stretches("arrival"),
                        values.duration("hold"),
                        values.seats("seats"),
                        values.share("popular"),
                        values.span("look"),
                        values.span("choose"),
                        values.span("again"),
                        values.duration("poll"),
                        values.span("patience"),
                        values.span("in-line"),
                        values.share("leave-silently"),
                        values.count("inside"),
                        values.count("admitted-per-second"),
                        values.share("change-mind"),
                        values.share("release"),
                        values.share("abandon"),
                        values.span("pay-after"),
                        values.share("abandon-payment"),
                        values.share("decline"),
                        values.share("decline-at-page"),
                        values.share("retry-declined"),
                        values.share("cancel"),
                        values.share("cancel-part"),
                        values.span("cancel-after"),
                        text);
        Set<String> unknown = values.text.keySet();
        if (!unknown.isEmpty()) {
            throw new StartFailure("The profile %s has unknown lines: %s".formatted(name, unknown));
        }
        return profile;
    }

    public Duration arrivals() {
        return arrival.stream().map(Stretch::during).reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns when a fan arrives, by the fan's rank from 0 to 1 in the crowd. */
    public long arrivalNanos(double place, double stretch) {
        double before = 0;
        long start = 0;
        for (Stretch part : arrival) {
            if (place < before + part.share) {
                double within = (place - before) / part.share;
                return (long) ((start + within * part.during.toNanos()) * stretch);
            }
            before += part.share;
            start += part.during.toNanos();
        }
        return (long) (start * stretch);
    }

    int seatsWanted(RandomGenerator random) {
        double die = random.nextDouble();
        for (SeatsShare part : seats) {
            die -= part.share;
            if (die < 0) {
                return part.seats;
            }
        }
        return seats.getLast().seats;
    }

    /** Removes each line that is read, so that unknown lines are left. */
    private record Values(String name, Map<String, String> text) {

        private String take(String key) {
            String value = text.remove(key);
            if (value == null) {
                throw new StartFailure("The profile %s lacks %s.".formatted(name, key));
            }
            return value;
        }

        private StartFailure wrong(String key, String value) {
            return new StartFailure(
                    "The profile %s has %s = %s, which nobody understands."
                            .formatted(name, key, value));
        }

        double share(String key) {
            String value = take(key);
            return share(key, value);
        }

        private double share(String key, String value) {
            if (!value.matches("[0-9.]+%")) {
                throw wrong(key, value);
            }
            double share = Double.parseDouble(value.substring(0, value.length() - 1)) / 100;
            if (share > 1) {
                throw wrong(key, value);
            }
            return share;
        }

        int count(String key) {
            String value = take(key);
            if (!value.matches("[1-9][0-9]{0,4}")) {
                throw wrong(key, value);
            }
            return Integer.parseInt(value);
        }

        Duration duration(String key) {
            String value = take(key);
            return duration(key, value);
        }

        private Duration duration(String key, String value) {
            return Times.parse(value).orElseThrow(() -> wrong(key, value));
        }

        Span span(String key) {
            String value = take(key);
            String[] ends = value.split("-", -1);
            if (ends.length != 2) {
                throw wrong(key, value);
            }
            return new Span(duration(key, ends[0].strip()), duration(key, ends[1].strip()));
        }

        List<Stretch> stretches(String key) {
            List<Stretch> stretches = new ArrayList<>();
            double all = 0;
            String value = take(key);
            for (String part : value.split(",", -1)) {
                String[] sides = part.strip().split(":", -1);
                if (sides.length != 2) {
                    throw wrong(key, value);
                }
                stretches.add(new Stretch(duration(key, sides[0]), share(key, sides[1])));
                all += stretches.getLast().share;
            }
            return whole(key, value, all, stretches);
        }

        List<SeatsShare> seats(String key) {
            List<SeatsShare> shares = new ArrayList<>();
            double all = 0;
            String value = take(key);
            for (String part : value.split(",", -1)) {
                String[] sides = part.strip().split(":", -1);
                if (sides.length != 2 || !sides[0].matches("[1-4]")) {
                    throw wrong(key, value);
                }
                shares.add(new SeatsShare(Integer.parseInt(sides[0]), share(key, sides[1])));
                all += shares.getLast().share;
            }
            return whole(key, value, all, shares);
        }

        private <T> List<T> whole(String key, String value, double all, List<T> parts) {
            if (Math.abs(all - 1) > 0.001) {
                throw wrong(key, value + " (not 100 % together)");
            }
            return List.copyOf(parts);
        }
    }
}
