package onsale.catalog.transfer;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import onsale.catalog.event.EventForm;
import onsale.catalog.event.EventForm.GradeForm;
import onsale.catalog.transfer.ImportPlan.PlannedEvent;
import onsale.catalog.transfer.SourceRow.Bad;
import tools.jackson.databind.JsonNode;

/** A row of the table performances. */
record MegaTicketEvent(PlannedEvent planned, MegaTicketVenue venue) {

    private static final UUID HALL_SET_LATER = new UUID(0, 0);
    private static final String COLOR_DEFAULT = "#888888";
    private static final int GRADES_MAX = 30;
    private static final Pattern DATES =
            Pattern.compile(
                    "(\\d{4})[.-](\\d{2})[.-](\\d{2})\\.?\\s*~\\s*(\\d{4})[.-](\\d{2})[.-](\\d{2})\\.?");
    private static final Pattern POSTER = Pattern.compile("(https?://|/(?!/))[^\\s\"'<>\\\\]*");

    static MegaTicketEvent of(SourceRow row, Map<String, MegaTicketVenue> venues) {
        String venueKey = row.text("venueId", 200);
        MegaTicketVenue venue = venues.get(venueKey);
        if (venue == null) {
            throw new Bad("venueId " + venueKey + " is no venue of this export");
        }
        Matcher dates = DATES.matcher(row.text("dateRange", 100));
        if (!dates.matches()) {
            throw new Bad("dateRange is not like 2026.02.10 ~ 2026.04.30");
        }
        LocalDate from = date("dateRange", dates.group(1), dates.group(2), dates.group(3));
        LocalDate to = date("dateRange", dates.group(4), dates.group(5), dates.group(6));
        if (from.isAfter(to)) {
            throw new Bad("dateRange ends before it begins");
        }
        String title = row.text("title", 300);
        Map<String, List<String>> cast = row.cast("cast", "casting");
        boolean hasOpSeats = row.node("hasOPSeats").asBoolean(true);
        List<GradeForm> grades = grades(row);
        Set<String> missing = new TreeSet<>(venue.gradesOf(hasOpSeats));
        grades.forEach(grade -> missing.remove(grade.code()));
        if (!missing.isEmpty()) {
            throw new Bad("seatGrades lack " + missing + ", which seats of the venue have");
        }
        EventForm form =
                new EventForm(
                        title,
                        row.textOr("artist", 200, artist(cast, title)),
                        row.prose("description", 20_000),
                        HALL_SET_LATER,
                        from,
                        to,
                        poster(row),
                        hasOpSeats,
                        null,
                        null,
                        row.textOr("status", 40, "ACTIVE").equals("ACTIVE"),
                        grades,
                        cast,
                        null);
        return new MegaTicketEvent(
                new PlannedEvent(row.text("performanceId", 200), venueKey, form), venue);
    }

    static LocalDate date(String name, String year, String month, String day) {
        try {
            return LocalDate.of(
                    Integer.parseInt(year), Integer.parseInt(month), Integer.parseInt(day));
        } catch (DateTimeException e) {
            throw new Bad(name + " has a day that does not exist");
        }
    }

    /** The source has no artists: the first names of the cast stand for them, else the title. */
    private static String artist(Map<String, List<String>> cast, String title) {
        String names =
                cast.values().stream()
                        .flatMap(List::stream)
                        .distinct()
                        .limit(3)
                        .collect(Collectors.joining(", "));
        String artist = names.isEmpty() ? title : names;
        return artist.length() <= 200 ? artist : artist.substring(0, 200);
    }

    private static List<GradeForm> grades(SourceRow row) {
        List<GradeForm> grades = new ArrayList<>();
        for (JsonNode grade : row.node("seatGrades").values()) {
            String code = SourceRow.text("seatGrades.grade", grade.path("grade"), 20);
            if (grades.stream().anyMatch(one -> one.code().equals(code))) {
                throw new Bad("seatGrades have " + code + " twice");
            }
            String color =
                    grade.path("color").asString(row.node("seatColors").path(code).asString(""));
            grades.add(
                    new GradeForm(
                            code,
                            SourceRow.number(
                                    "seatGrades.price", grade.path("price"), 0, 100_000_000),
                            color.matches("#[0-9a-fA-F]{6}") ? color : COLOR_DEFAULT,
                            grade.path("description").isString()
                                    ? SourceRow.text(
                                            "seatGrades.description",
                                            grade.path("description"),
                                            500)
                                    : null));
        }
        if (grades.isEmpty() || grades.size() > GRADES_MAX) {
            throw new Bad("seatGrades are missing, or more than " + GRADES_MAX);
        }
        return grades;
    }

    private static String poster(SourceRow row) {
        String url = row.textOr("posterUrl", 1_000, "");
        if (!url.isEmpty() && !POSTER.matcher(url).matches()) {
            throw new Bad("posterUrl must be a web address or a path");
        }
        return url;
    }
}
