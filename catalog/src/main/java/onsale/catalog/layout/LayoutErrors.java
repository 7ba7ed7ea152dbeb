package onsale.catalog.layout;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onsale.catalog.PlainText;
import onsale.platform.problem.FieldProblem;
import org.jspecify.annotations.Nullable;

/** Checks single values of a layout and collects what is wrong, up to {@link #ERRORS_MAX}. */
final class LayoutErrors {

    static final int ERRORS_MAX = 50;
    static final int LABEL_MAX = 20;
    static final int COORDINATE_MAX = 100_000;
    static final int CURVE_MAX = 100;

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
     * @param where the floor, section and row, by the names the organiser gave them; may be empty
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

    /** Checks that the given numbers all occur in the row, and each is given once. */
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
        if (value != null && !(Math.abs(value) <= COORDINATE_MAX)) { // false for NaN, too
            add(at, "must be from -%1$d to %1$d".formatted(COORDINATE_MAX));
        }
        return value;
    }

    @Nullable Double curve(String at, @Nullable Double value) {
        if (value != null && !(Math.abs(value) <= CURVE_MAX)) {
            add(at, "must be from -%1$d to %1$d".formatted(CURVE_MAX));
        }
        return value;
    }

    void unique(
            Map<String, Integer> seen, String name, String at, String what, String list, int i) {
        @Nullable Integer before = seen.putIfAbsent(name, i);
        if (before != null && !name.isBlank()) { // a missing name has been reported
            add(at, "is %s again, like %s[%d]".formatted(what, list, before));
        }
    }

    void notBesideSeats(String at, @Nullable Object value, String where) {
        if (value != null) {
            add(at, "cannot stand beside seats: say it at each seat", where);
        }
    }

    /** Reports a list whose size is out of bounds. */
    boolean sized(String at, List<?> list, int min, int max, String what, String where) {
        if (list.size() < min || list.size() > max) {
            add(at, "must have %d to %d %s".formatted(min, max, what), where);
            return false;
        }
        return true;
    }

    /** Where in the hall an error is; empty parts are left out. */
    static String where(String floor, String section, String row) {
        List<String> parts = new ArrayList<>();
        if (!floor.isEmpty()) {
            parts.add("floor " + floor);
        }
        if (!section.isEmpty()) {
            parts.add("section " + section);
        }
        if (!row.isEmpty()) {
            parts.add("row " + row);
        }
        return String.join(", ", parts);
    }
}
