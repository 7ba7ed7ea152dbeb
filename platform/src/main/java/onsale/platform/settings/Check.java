package onsale.platform.settings;

import java.time.Duration;
import onsale.platform.StartFailure;
import org.springframework.boot.convert.DurationStyle;

/** Checks the limits of settings. A value outside stops the start with a sentence that names it. */
public final class Check {

    private Check() {}

    public static void port(String name, int port) {
        range(name, port, 0, 65_535);
    }

    public static void range(String name, long value, long min, long max) {
        if (value < min || value > max) {
            throw new StartFailure(
                    "%s is %d but must be between %d and %d.".formatted(name, value, min, max));
        }
    }

    public static void range(String name, Duration value, String min, String max) {
        if (value.compareTo(DurationStyle.detectAndParse(min)) < 0
                || value.compareTo(DurationStyle.detectAndParse(max)) > 0) {
            throw new StartFailure(
                    "%s is %s but must be between %s and %s."
                            .formatted(
                                    name,
                                    DurationStyle.SIMPLE.print(
                                            value, java.time.temporal.ChronoUnit.MILLIS),
                                    min,
                                    max));
        }
    }
}
