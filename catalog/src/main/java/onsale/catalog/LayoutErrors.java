package onsale.catalog;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onsale.platform.problem.FieldProblem;
import org.jspecify.annotations.Nullable;

/** Checks single values of a layout and keeps what is wrong, up to a bound. */
final class LayoutErrors {

    static final int ERRORS_MAX = 50;
    static final int LABEL_MAX = 20;
    static final int COORDINATE_MAX = 100_000;

    private final List<FieldProblem> errors = new ArrayList<>();

    boolean none() {
        return errors.isEmpty();
    }

    List<FieldProblem> all() {
        return errors;
    }

    void add(String at, String message) {
        add(at, message, "");
    }

    /**
     * @param where floor, section and row, as the organiser knows them
     */
    void add(String at, String message, String where) {
        if (errors.size() < ERRORS_MAX) {
            errors.add(
                    new FieldProblem(at, where.isEmpty() ? message : message + " (" + where + ")"));
        }
    }

    String label(String at, @Nullable String text, String where) {
        @Nullable String wrong = PlainText.Validator.wrong(text, LABEL_MAX, false, false);
        if (wrong == null && text != null && !text.equals(text.strip())) {
            wrong = "begins or ends with a space";
        }
        if (wrong != null) {
            add(at, wrong, where);
        }
        return text == null ? "" : text;
    }

    int number(String at, @Nullable Integer value, int min, int max, String where) {
        if (value == null) {
            add(at, "is missing", where);
            return min;
        }
        if (value < min || value > max) {
            add(at, "is %d but must be from %d to %d".formatted(value, min, max), where);
            return min;
        }
        return value;
    }

    /** Numbers that must all be of this row, each once. */
    Set<Integer> numbers(
            String at, @Nullable List<@Nullable Integer> given, Set<Integer> ofRow, String where) {
        Set<Integer> numbers = new LinkedHashSet<>();
        List<@Nullable Integer> all = given == null ? List.of() : given;
        for (int i = 0; i < all.size(); i++) {
            @Nullable Integer number = all.get(i);
            String here = at + "[" + i + "]";
            if (number == null || !ofRow.contains(number)) {
                add(here, "is %s, which is no number of this row".formatted(number), where);
            } else if (!numbers.add(number)) {
                add(here, "is %d again".formatted(number), where);
            }
        }
        return numbers;
    }

    @Nullable Double coordinate(String at, @Nullable Double value) {
        if (value != null && !(Math.abs(value) <= COORDINATE_MAX)) { // nor is it "not a number"
            add(at, "must be from -%1$d to %1$d".formatted(COORDINATE_MAX));
        }
        return value;
    }

    void unique(
            Map<String, Integer> seen, String name, String at, String what, String list, int i) {
        @Nullable Integer before = seen.putIfAbsent(name, i);
        if (before != null && !name.isBlank()) { // a missing name has been told already
            add(at, "is %s again, like %s[%d]".formatted(what, list, before));
        }
    }

    void notBesideSeats(String at, @Nullable Object value, String where) {
        if (value != null) {
            add(at, "cannot stand beside seats: say it at each seat", where);
        }
    }
}
