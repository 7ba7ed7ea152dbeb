package onsale.catalog.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Seats as text, to compare a plan with the document made from it. */
final class SpelledSeats {

    private SpelledSeats() {}

    static String spell(SeatPlan plan) {
        return plan.seats().stream().map(SpelledSeats::spell).collect(Collectors.joining(" "));
    }

    static String spell(PlannedSeat seat) {
        return "%s-%s-%s-%s:%s%s%s%s"
                .formatted(
                        seat.floor(),
                        seat.section(),
                        seat.row(),
                        seat.number(),
                        seat.grade(),
                        seat.accessible() ? "*" : "",
                        seat.viewRestricted() ? "!" : "",
                        seat.zone().isEmpty() ? "" : "@" + seat.zone());
    }

    /**
     * Reads the document as docs/layouts.md tells a browser to, sharing no code with the writer.
     */
    static String spell(LayoutDocument document) {
        JsonNode json = JsonMapper.shared().readTree(document.pack().plain());
        List<String> seats = new ArrayList<>();
        for (JsonNode section : json.get("sections")) {
            for (JsonNode row : section.get("rows")) {
                assertThat(row.get("first").asInt()).isEqualTo(seats.size());
                List<String> numbers = numbers(row);
                List<Integer> grades = new ArrayList<>();
                if (row.has("grade")) {
                    numbers.forEach(n -> grades.add(row.get("grade").asInt()));
                } else {
                    JsonNode runs = row.get("gradeRuns");
                    for (int i = 0; i < runs.size(); i += 2) {
                        for (int n = runs.get(i + 1).asInt(); n > 0; n--) {
                            grades.add(runs.get(i).asInt());
                        }
                    }
                }
                assertThat(numbers).hasSize(row.get("count").asInt()).hasSameSizeAs(grades);
                for (int i = 0; i < numbers.size(); i++) {
                    seats.add(
                            "%s-%s-%s-%s:%s%s%s"
                                    .formatted(
                                            section.get("floor").asString(),
                                            section.get("section").asString(),
                                            row.get("row").asString(),
                                            numbers.get(i),
                                            json.get("grades").get(grades.get(i)).asString(),
                                            has(row.get("accessible"), i) ? "*" : "",
                                            has(row.get("viewRestricted"), i) ? "!" : ""));
                }
            }
        }
        for (JsonNode zone : json.get("zones")) {
            assertThat(zone.get("first").asInt()).isEqualTo(seats.size());
            for (int n = 1; n <= zone.get("count").asInt(); n++) {
                seats.add(
                        "%s---%d:%s@%s"
                                .formatted(
                                        zone.get("floor").asString(),
                                        n,
                                        json.get("grades")
                                                .get(zone.get("grade").asInt())
                                                .asString(),
                                        zone.get("zone").asString()));
            }
        }
        assertThat(json.get("count").asInt()).isEqualTo(seats.size());
        return String.join(" ", seats);
    }

    private static List<String> numbers(JsonNode row) {
        List<String> numbers = new ArrayList<>();
        if (row.has("numbers")) {
            row.get("numbers").forEach(number -> numbers.add(number.asString()));
            return numbers;
        }
        int step = row.has("step") ? row.get("step").asInt() : 1;
        for (int n = row.get("from").asInt();
                numbers.size() < row.get("count").asInt();
                n += step) {
            if (!has(row.get("skip"), n)) {
                numbers.add("" + n);
            }
        }
        return numbers;
    }

    private static boolean has(@Nullable JsonNode list, int number) {
        if (list != null) {
            for (JsonNode element : list) {
                if (element.asInt() == number) {
                    return true;
                }
            }
        }
        return false;
    }
}
