package onsale.rush.fan;

import java.time.Duration;
import java.util.Optional;

/** Parses and prints times such as 250ms, 5s and 2m. */
public final class Times {

    private Times() {}

    public static Optional<Duration> parse(String text) {
        String value = text.strip();
        if (!value.matches("[0-9]{1,7}(ms|s|m)")) {
            return Optional.empty();
        }
        long number = Long.parseLong(value.replaceAll("[a-z]", ""));
        return Optional.of(
                value.endsWith("ms")
                        ? Duration.ofMillis(number)
                        : value.endsWith("s")
                                ? Duration.ofSeconds(number)
                                : Duration.ofMinutes(number));
    }

    public static String print(Duration duration) {
        return duration.toMillis() % 1_000 == 0
                ? duration.toSeconds() + "s"
                : duration.toMillis() + "ms";
    }
}
