package onsale.checker;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A query that must return no rows; each row it returns is a sentence about one violation. The
 * comment at its head is the promise. A line {@code -- needs x} names a store that must have been
 * read; {@code -- never heals} says that waiting changes nothing.
 */
record Rule(String name, String promise, Optional<String> needs, boolean heals, String sql) {

    private static final String NEEDS = "needs ";
    private static final String NEVER_HEALS = "never heals";

    /** All rules, in the order of their files. */
    static final List<Rule> ALL =
            List.of(
                    read("01_seat_twice"),
                    read("02_sold_twice_ever"),
                    read("03_capacity"),
                    read("04_whole_reservations"),
                    read("05_person_limit"),
                    read("06_charge_without_seat"),
                    read("07_seat_without_charge"),
                    read("08_payments_as_the_provider_has_them"),
                    read("09_ledger"),
                    read("10_ledger_as_the_books"),
                    read("11_verdicts"),
                    read("12_nothing_hangs"),
                    read("13_told"),
                    read("14_heard"),
                    read("15_on_the_topics"),
                    read("16_gate"),
                    read("17_catalogue"),
                    read("18_promises"),
                    read("19_line_order"),
                    read("20_line_limit"),
                    read("21_line_places"),
                    read("22_line_turns"),
                    read("23_turns_that_ended"),
                    read("24_points"),
                    read("25_operator_refunds"),
                    read("26_given_back"));

    private static Rule read(String file) {
        String sql = text(file);
        List<String> comments =
                sql.lines()
                        .takeWhile(line -> line.startsWith("--"))
                        .map(line -> line.substring(2).strip())
                        .toList();
        return new Rule(
                file.substring(3),
                comments.stream()
                        .filter(line -> !line.startsWith(NEEDS) && !line.equals(NEVER_HEALS))
                        .collect(Collectors.joining(" ")),
                comments.stream()
                        .filter(line -> line.startsWith(NEEDS))
                        .map(line -> line.substring(NEEDS.length()))
                        .findFirst(),
                !comments.contains(NEVER_HEALS),
                sql);
    }

    private static String text(String file) {
        try (InputStream in = Rule.class.getResourceAsStream("rules/" + file + ".sql")) {
            if (in == null) {
                throw new IllegalStateException("no rule " + file);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
