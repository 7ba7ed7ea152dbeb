package onsale.catalog;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import onsale.catalog.HallLayout.SectionConfig;
import onsale.contracts.SeatIds;
import onsale.platform.Sha256;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The layout of a schedule as a fan's browser gets it: rows instead of seats, so that 50,000 seats
 * are a few kilobytes. The seat with ordinal n has the id {@code seatIdBase} followed by n as eight
 * hexadecimal digits. {@code docs/layouts.md} describes every field for those who draw it.
 */
record LayoutDocument(
        UUID scheduleId,
        String seatIdBase,
        int count,
        List<String> grades,
        List<Section> sections,
        List<Zone> zones,
        Map<String, Map<String, SectionConfig>> sectionConfig) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Section(
            String floor, String section, @Nullable Number x, @Nullable Number y, List<Row> rows) {}

    /**
     * @param first ordinal of its first seat
     * @param from number of its first place; the next is {@code step} (1) more, {@code skip} are
     *     numbers without a seat
     * @param numbers instead of from, where numbers do not count
     * @param grade index in grades, where all its seats have the same
     * @param gradeRuns else: pairs of a grade's index and how many seats in turn have it
     * @param accessible positions in the row, from 0, counting seats only
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Row(
            String row,
            int first,
            int count,
            @Nullable Integer from,
            @Nullable Integer step,
            @Nullable List<Integer> skip,
            @Nullable List<String> numbers,
            @Nullable Integer grade,
            @Nullable List<Integer> gradeRuns,
            @Nullable List<Integer> accessible,
            @Nullable List<Integer> viewRestricted,
            @Nullable Number x,
            @Nullable Number y,
            @Nullable List<@Nullable Number> xs,
            @Nullable List<@Nullable Number> ys) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Zone(
            String floor,
            String zone,
            int first,
            int count,
            int grade,
            @Nullable Number x,
            @Nullable Number y) {}

    /** What is stored and sent. */
    record Packed(String hash, byte[] jsonGzip) {

        byte[] plain() {
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(jsonGzip))) {
                return in.readAllBytes(); // ours, and bounded by the seats of a plan
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static LayoutDocument of(UUID scheduleId, SeatPlan plan) {
        List<String> grades = List.copyOf(plan.grades());
        int ordinal = 0;
        List<Section> sections = new ArrayList<>();
        for (SeatPlan.Section section : plan.sections()) {
            List<Row> rows = new ArrayList<>();
            for (SeatPlan.Row row : section.rows()) {
                rows.add(row(row, ordinal, grades));
                ordinal += row.seats().size();
            }
            sections.add(
                    new Section(
                            section.floor(),
                            section.name(),
                            brief(section.x()),
                            brief(section.y()),
                            rows));
        }
        List<Zone> zones = new ArrayList<>();
        for (SeatPlan.Zone zone : plan.zones()) {
            zones.add(
                    new Zone(
                            zone.floor(),
                            zone.name(),
                            ordinal,
                            zone.capacity(),
                            grades.indexOf(zone.grade()),
                            brief(zone.x()),
                            brief(zone.y())));
            ordinal += zone.capacity();
        }
        return new LayoutDocument(
                scheduleId,
                SeatIds.of(scheduleId).base(),
                ordinal,
                grades,
                sections,
                zones,
                plan.sectionConfig());
    }

    private static Row row(SeatPlan.Row row, int first, List<String> grades) {
        List<SeatPlan.Seat> seats = row.seats();
        SeatPlan.@Nullable Numbering counts = row.numbering();
        List<Integer> runs = gradeRuns(seats, grades);
        boolean oneGrade = runs.size() == 2;
        return new Row(
                row.name(),
                first,
                seats.size(),
                counts == null ? null : Integer.valueOf(counts.first()),
                counts == null || counts.step() == 1 ? null : Integer.valueOf(counts.step()),
                counts == null || counts.gaps().isEmpty() ? null : counts.gaps(),
                counts == null ? seats.stream().map(SeatPlan.Seat::number).toList() : null,
                oneGrade ? runs.getFirst() : null,
                oneGrade ? null : runs,
                positions(seats, SeatPlan.Seat::accessible),
                positions(seats, SeatPlan.Seat::viewRestricted),
                brief(row.x()),
                brief(row.y()),
                coordinates(seats, SeatPlan.Seat::x),
                coordinates(seats, SeatPlan.Seat::y));
    }

    private static List<Integer> gradeRuns(List<SeatPlan.Seat> seats, List<String> grades) {
        List<Integer> runs = new ArrayList<>();
        String before = "";
        for (SeatPlan.Seat seat : seats) {
            if (seat.grade().equals(before)) {
                runs.set(runs.size() - 1, runs.getLast() + 1);
            } else {
                runs.add(grades.indexOf(seat.grade()));
                runs.add(1);
                before = seat.grade();
            }
        }
        return runs;
    }

    private static @Nullable List<Integer> positions(
            List<SeatPlan.Seat> seats, Predicate<SeatPlan.Seat> wanted) {
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < seats.size(); i++) {
            if (wanted.test(seats.get(i))) {
                positions.add(i);
            }
        }
        return positions.isEmpty() ? null : positions;
    }

    private static @Nullable List<@Nullable Number> coordinates(
            List<SeatPlan.Seat> seats, Function<SeatPlan.Seat, @Nullable Double> axis) {
        List<@Nullable Number> values = new ArrayList<>();
        boolean any = false;
        for (SeatPlan.Seat seat : seats) {
            @Nullable Number value = brief(axis.apply(seat));
            any |= value != null;
            values.add(value);
        }
        return any ? values : null;
    }

    /** A tenth of a place is as exact as a screen is. */
    private static @Nullable Number brief(@Nullable Double coordinate) {
        if (coordinate == null) {
            return null;
        }
        long tenths = Math.round(coordinate * 10);
        if (tenths % 10 == 0) {
            return tenths / 10;
        }
        return tenths / 10.0;
    }

    Packed pack() {
        byte[] json = JSON.writeValueAsBytes(this);
        ByteArrayOutputStream packed = new ByteArrayOutputStream(json.length / 4);
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Packed(HexFormat.of().formatHex(Sha256.of(json)), packed.toByteArray());
    }
}
