package onsale.catalog.transfer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import onsale.catalog.layout.HallLayout;
import onsale.catalog.layout.LayoutReader;
import onsale.catalog.layout.LayoutReader.Reading;
import onsale.catalog.layout.PlannedSeat;
import onsale.catalog.layout.SeatPlan;
import onsale.catalog.transfer.ImportPlan.PlannedVenue;
import onsale.catalog.transfer.SourceRow.Bad;
import onsale.catalog.venue.HallForm;
import onsale.catalog.venue.VenueForm;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A row of the table venues: a venue with one hall.
 *
 * @param grades of each seat, by the id that the source gives it: floor-section-row-number
 */
record MegaTicketVenue(PlannedVenue planned, SeatPlan plan, Map<String, String> grades) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    static MegaTicketVenue of(SourceRow row) {
        String name = row.text("name", 200);
        String address = row.textOr("address", 500, name);
        String city = row.textOr("city", 100, address.split("\\s+", 2)[0]);
        HallLayout layout = layout(row);
        SeatPlan plan =
                switch (LayoutReader.read(layout, "layout")) {
                    case Reading.Planned planned -> planned.plan();
                    case Reading.Invalid invalid ->
                            throw new Bad(
                                    invalid.errors().getFirst().field()
                                            + " "
                                            + invalid.errors().getFirst().message());
                };
        PlannedVenue planned =
                new PlannedVenue(
                        row.text("venueId", 200),
                        new VenueForm(name, address, city, row.textOr("venueType", 40, "theater")),
                        new HallForm(name, layout));
        Map<String, String> grades = new HashMap<>();
        for (PlannedSeat seat : plan.seats()) {
            grades.put(
                    String.join("-", seat.floor(), seat.section(), seat.row(), seat.number()),
                    seat.grade());
        }
        return new MegaTicketVenue(planned, plan, grades);
    }

    int seats() {
        return plan.count();
    }

    Set<String> gradesOf(boolean hasOpSeats) {
        return hasOpSeats ? new HashSet<>(plan.grades()) : plan.withoutPit().grades();
    }

    /** The sections of the source are ours, but for rows that give their length and their seats. */
    private static HallLayout layout(SourceRow row) {
        JsonNode sections = row.node("sections");
        if (!sections.isArray()) {
            throw new Bad("sections are missing");
        }
        for (JsonNode section : sections.values()) {
            for (JsonNode seatRow : section.path("rows").values()) {
                if (seatRow instanceof ObjectNode one && one.path("seats").isArray()) {
                    count(one);
                }
            }
        }
        ObjectNode layout = JSON.createObjectNode();
        layout.set("sections", sections);
        if (row.node("sectionConfig").isObject()) {
            layout.set("sectionConfig", row.node("sectionConfig"));
        }
        try {
            return HallLayout.parse(layout.toString());
        } catch (tools.jackson.core.JacksonException e) {
            throw new Bad("sections are no layout: " + e.getOriginalMessage());
        }
    }

    /** Describes a row whose seats are counted by its first number and its length. */
    private static void count(ObjectNode row) {
        List<Integer> numbers = new ArrayList<>();
        for (JsonNode seat : row.path("seats").values()) {
            JsonNode number = seat.path("seatNumber");
            if (!number.isNumber()) {
                row.remove("length"); // named seat by seat
                return;
            }
            numbers.add(number.intValue());
        }
        for (int i = 1; i < numbers.size(); i++) {
            if (numbers.get(i) != numbers.get(i - 1) + 1) {
                row.remove("length");
                return;
            }
        }
        row.remove("seats");
        if (!numbers.isEmpty()) {
            row.put("length", numbers.size());
            row.put("firstNumber", numbers.getFirst());
        }
    }
}
