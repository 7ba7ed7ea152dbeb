package onsale.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.catalog.HallLayout.Row;
import onsale.catalog.HallLayout.Seat;
import onsale.catalog.HallLayout.SeatNumber;
import onsale.catalog.HallLayout.Section;
import onsale.catalog.HallLayout.Zone;
import onsale.catalog.SeatPlan.Place;
import onsale.catalog.SeatPlan.Reading;
import onsale.contracts.SeatIds;
import onsale.platform.problem.FieldProblem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LayoutReaderTest {

    private static final String ROW = "{\"rowId\":\"1\",\"grade\":\"R\",\"length\":3";

    // ---- wrong ones: which field, and what is wrong with it

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | layout | has no seat and no standing place",
                "{'rows':['A'],'seatsPerRow':2,'gradeMapping':{'A':'R'},'zones':[]} | layout"
                        + " | is either rows, seatsPerRow and gradeMapping, or sections and zones",
                "{'rows':[],'seatsPerRow':2,'gradeMapping':{}} | layout.rows | must have 1 to 500 rows",
                "{'rows':['A'],'gradeMapping':{'A':'R'}} | layout.seatsPerRow | is missing",
                "{'rows':['A'],'seatsPerRow':0,'gradeMapping':{'A':'R'}} | layout.seatsPerRow"
                        + " | is 0 but must be from 1 to 1000",
                "{'rows':['A','B'],'seatsPerRow':2,'gradeMapping':{'A':'R'}} | layout.gradeMapping.B"
                        + " | is missing (row B)",
                "{'rows':['A'],'seatsPerRow':2,'gradeMapping':{'A':'R','Z':'R'}}"
                        + " | layout.gradeMapping.Z | names a row that is not in rows",
                "{'rows':['A','A'],'seatsPerRow':2,'gradeMapping':{'A':'R'}} | layout.rows[1]"
                        + " | is row A again, like layout.rows[0]",
                "{'rows':[null],'seatsPerRow':2,'gradeMapping':{}} | layout.rows[0] | is missing",
                "{'sections':[null]} | layout.sections[0] | is empty",
                "{'sections':[{'sectionId':'B','rows':[#}]}]} | layout.sections[0].floor | is missing",
                "{'sections':[{'floor':'1층','rows':[#}]}]} | layout.sections[0].sectionId"
                        + " | is missing (floor 1층)",
                "{'sections':[{'floor':'1층','sectionId':'B','rows':[]}]} | layout.sections[0].rows"
                        + " | must have 1 to 500 rows (floor 1층, section B)",
                "{'sections':[{'floor':'1층','sectionId':'B','rows':[null]}]}"
                        + " | layout.sections[0].rows[0] | is empty (floor 1층, section B)",
                "{'sections':[{'floor':'1층','sectionId':'B','rows':[#}]},"
                        + "{'floor':'1층','sectionId':'B','rows':[#}]}]} | layout.sections[1]"
                        + " | is section B of floor 1층 again, like layout.sections[0]",
                "[{'grade':'R','length':3}] | layout.sections[0].rows[0].rowId"
                        + " | is missing (floor 1층, section B)",
                "[{'rowId':'1','length':3}] | layout.sections[0].rows[0].grade"
                        + " | is missing (floor 1층, section B, row 1)",
                "[{'rowId':'OP','grade':'OP'}] | layout.sections[0].rows[0]"
                        + " | needs length or seats (floor 1층, section B, row OP)",
                "[#},#}] | layout.sections[0].rows[1]"
                        + " | is row 1 again, like layout.sections[0].rows[0]",
                "[{'rowId':'OP','grade':'OP','length':-1}] | layout.sections[0].rows[0].length"
                        + " | is -1 but must be from 1 to 1000 (floor 1층, section B, row OP)",
                "[{'rowId':'1','grade':'R','length':1001}] | layout.sections[0].rows[0].length"
                        + " | is 1001 but must be from 1 to 1000 (floor 1층, section B, row 1)",
                "[#,'firstNumber':0}] | layout.sections[0].rows[0].firstNumber"
                        + " | is 0 but must be from 1 to 99999 (floor 1층, section B, row 1)",
                "[#,'firstNumber':99998}] | layout.sections[0].rows[0].firstNumber"
                        + " | leads to the number 100000, which is not from 1 to 99999 (floor 1층, section B, row 1)",
                "[#,'step':0}] | layout.sections[0].rows[0].step"
                        + " | must be from 1 to 10, or from -10 to -1 (floor 1층, section B, row 1)",
                "[#,'step':-2147483648}] | layout.sections[0].rows[0].step"
                        + " | must be from 1 to 10, or from -10 to -1 (floor 1층, section B, row 1)",
                "[#,'firstNumber':2,'step':-1}] | layout.sections[0].rows[0].step"
                        + " | leads to the number 0, which is not from 1 to 99999 (floor 1층, section B, row 1)",
                "[#,'gaps':[4]}] | layout.sections[0].rows[0].gaps[0]"
                        + " | is 4, which is no number of this row (floor 1층, section B, row 1)",
                "[#,'gaps':[2,2]}] | layout.sections[0].rows[0].gaps[1]"
                        + " | is 2 again (floor 1층, section B, row 1)",
                "[#,'gaps':[1,2,3]}] | layout.sections[0].rows[0].gaps"
                        + " | leave no seat (floor 1층, section B, row 1)",
                "[#,'gaps':[2],'accessible':[2]}] | layout.sections[0].rows[0].accessible[0]"
                        + " | is 2, which is no number of this row (floor 1층, section B, row 1)",
                "[#,'viewRestricted':[null]}] | layout.sections[0].rows[0].viewRestricted[0]"
                        + " | is null, which is no number of this row (floor 1층, section B, row 1)",
                "[#,'x':1e9}] | layout.sections[0].rows[0].x | must be from -100000 to 100000",
                "[#,'seats':[{'seatNumber':1}]}] | layout.sections[0].rows[0].length"
                        + " | is 3 but there are 1 seats (floor 1층, section B, row 1)",
                "[{'rowId':'1','grade':'R','seats':[]}] | layout.sections[0].rows[0].seats"
                        + " | must have 1 to 1000 seats (floor 1층, section B, row 1)",
                "[{'rowId':'1','grade':'R','seats':[{'seatNumber':1},{'seatNumber':'1'}]}]"
                        + " | layout.sections[0].rows[0].seats[1]"
                        + " | is seat 1 again, like layout.sections[0].rows[0].seats[0]",
                "[{'rowId':'1','grade':'R','seats':[{'grade':'R'}]}]"
                        + " | layout.sections[0].rows[0].seats[0].seatNumber"
                        + " | is missing (floor 1층, section B, row 1)",
                "[{'rowId':'1','seats':[{'seatNumber':7}]}]"
                        + " | layout.sections[0].rows[0].seats[0].grade"
                        + " | is missing (floor 1층, section B, row 1)",
                "[{'rowId':'1','grade':'R','gaps':[1],'seats':[{'seatNumber':7}]}]"
                        + " | layout.sections[0].rows[0].gaps"
                        + " | cannot stand beside seats: say it at each seat (floor 1층, section B, row 1)",
                "[{'rowId':' 1','grade':'R','length':1}] | layout.sections[0].rows[0].rowId"
                        + " | begins or ends with a space (floor 1층, section B)",
                "[{'rowId':'a\\u001fb','grade':'R','length':1}] | layout.sections[0].rows[0].rowId"
                        + " | has characters that are not text (floor 1층, section B)",
                "[{'rowId':'123456789012345678901','grade':'R','length':1}]"
                        + " | layout.sections[0].rows[0].rowId"
                        + " | has more than 20 characters (floor 1층, section B)",
                "{'zones':[{'floor':'1층','zoneId':'ST','grade':'ST'}]} | layout.zones[0].capacity"
                        + " | is missing (zone ST)",
                "{'zones':[{'floor':'1층','zoneId':'ST','grade':'ST','capacity':0}]}"
                        + " | layout.zones[0].capacity | is 0 but must be from 1 to 100000 (zone ST)",
                "{'zones':[{'floor':'1층','zoneId':'ST','capacity':5}]} | layout.zones[0].grade"
                        + " | is missing (zone ST)",
                "{'zones':[{'floor':'1층','zoneId':'ST','grade':'ST','capacity':5},"
                        + "{'floor':'2층','zoneId':'ST','grade':'ST','capacity':5}]}"
                        + " | layout.zones[1] | is zone ST again, like layout.zones[0]",
                "{'zones':[{'floor':'1층','zoneId':'A','grade':'ST','capacity':60000},"
                        + "{'floor':'1층','zoneId':'B','grade':'ST','capacity':60000}]}"
                        + " | layout | has more than 100,000 places",
                "+{'2층':{}} | layout | -",
                "+{'2층':{'B':{'min':1,'max':3,'centerType':'high'}}}"
                        + " | layout.sectionConfig.2층.B | names a section that is not there",
                "+{'1층':{'B':{'min':4,'max':3,'centerType':'high'}}}"
                        + " | layout.sectionConfig.1층.B.min | is more than max",
                "+{'1층':{'B':{'min':1,'max':3,'centerType':'left'}}}"
                        + " | layout.sectionConfig.1층.B.centerType | must be high, low or middle",
                "+{'1층':{'B':{'min':1,'max':3,'centerType':'middle','idealCenter':9}}}"
                        + " | layout.sectionConfig.1층.B.idealCenter | must be from min to max",
                "+{'1층':{'B':{'min':1,'max':3,'centerType':'middle','idealRange':{'start':3,'end':2}}}}"
                        + " | layout.sectionConfig.1층.B.idealRange.start | is more than end",
                "+{'1층':{'B':{'min':1,'max':3,'centerType':'low','specialRows':{'OP':"
                        + "{'min':1,'max':3,'centerType':'low'}}}}}"
                        + " | layout.sectionConfig.1층.B.specialRows.OP | names a row that is not there",
            })
    void aWrongLayoutIsToldPrecisely(String layout, String field, String message) {
        Reading reading = LayoutReader.read(World.layout(json(layout)), "layout");

        if (message.equals("-")) {
            assertThat(reading).isInstanceOf(Reading.Planned.class);
        } else {
            assertThat(reading).isInstanceOf(Reading.Wrong.class);
            assertThat(((Reading.Wrong) reading).errors())
                    .contains(new FieldProblem(field, message));
        }
    }

    /** Quotes, the row everyone needs, and the section around rows or a section config. */
    private static String json(String brief) {
        String json = brief.strip();
        if (json.startsWith("+")) {
            json =
                    "{'sections':["
                            + section("[#}]")
                            + "],'sectionConfig':"
                            + json.substring(1)
                            + "}";
        } else if (json.startsWith("[")) {
            json = "{'sections':[" + section(json) + "]}";
        }
        return json.replace("#", ROW).replace('\'', '"');
    }

    private static String section(String rows) {
        return "{'floor':'1층','sectionId':'B','rows':" + rows + "}";
    }

    @Test
    void everythingWrongIsToldAtOnceButNotWithoutEnd() {
        String rows = "[{'rowId':'1','length':0},{'rowId':'2','length':0}]";
        assertThat(((Reading.Wrong) LayoutReader.read(World.layout(json(rows)), "layout")).errors())
                .hasSize(4);

        String many = "[" + "{},".repeat(400) + "{}]";
        assertThat(((Reading.Wrong) LayoutReader.read(World.layout(json(many)), "layout")).errors())
                .hasSize(LayoutErrors.ERRORS_MAX);
    }

    // ---- right ones: the seats they mean

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'rows':['A','B'],'seatsPerRow':2,'gradeMapping':{'A':'VIP','B':'S'}}"
                        + " | --A-1:VIP --A-2:VIP --B-1:S --B-2:S",
                "[{'rowId':'OP','grade':'OP','length':2},#,'firstNumber':13}]"
                        + " | 1층-B-OP-1:OP 1층-B-OP-2:OP 1층-B-1-13:R 1층-B-1-14:R 1층-B-1-15:R",
                "[#,'gaps':[2]}] | 1층-B-1-1:R 1층-B-1-3:R",
                "[#,'firstNumber':5,'step':-2}] | 1층-B-1-5:R 1층-B-1-3:R 1층-B-1-1:R",
                "[#,'step':2,'gaps':[3]}] | 1층-B-1-1:R 1층-B-1-5:R",
                "[#,'accessible':[1],'viewRestricted':[3]}] | 1층-B-1-1:R* 1층-B-1-2:R 1층-B-1-3:R!",
                "[{'rowId':'박스','grade':'R','seats':[{'seatNumber':'가'},{'seatNumber':7,'grade':'VIP',"
                        + "'accessible':true,'x':1.5,'y':-2}]}] | 1층-B-박스-가:R 1층-B-박스-7:VIP*",
                "{'zones':[{'floor':'그라운드','zoneId':'ST','grade':'ST','capacity':3}]}"
                        + " | 그라운드---1:ST@ST 그라운드---2:ST@ST 그라운드---3:ST@ST",
                "{'sections':[{'floor':'1층','sectionId':'A','grade':'S','rows':[{'rowId':'1','length':1}]},"
                        + "{'floor':'2층','sectionId':'A','grade':'S','rows':[{'rowId':'1','length':2}]}],"
                        + "'zones':[{'floor':'1층','zoneId':'Z','grade':'ST','capacity':1}]}"
                        + " | 1층-A-1-1:S 2층-A-1-1:S 2층-A-1-2:S 1층---1:ST@Z",
            })
    void anIrregularRoomHasTheSeatsItShould(String layout, String seats) {
        SeatPlan plan = plan(World.layout(json(layout)));

        assertThat(
                        plan.places().stream()
                                .map(LayoutReaderTest::brief)
                                .collect(Collectors.joining(" ")))
                .isEqualTo(seats);
        assertThat(spell(LayoutDocument.of(UUID.randomUUID(), plan))).isEqualTo(seats);
    }

    private static String brief(Place place) {
        return "%s-%s-%s-%s:%s%s%s%s"
                .formatted(
                        place.floor(),
                        place.section(),
                        place.row(),
                        place.number(),
                        place.grade(),
                        place.accessible() ? "*" : "",
                        place.viewRestricted() ? "!" : "",
                        place.zone().isEmpty() ? "" : "@" + place.zone());
    }

    @Test
    void withoutThePitItsRowIsNotSold() {
        SeatPlan plan = plan(DemoHalls.theatre());

        assertThat(plan.count()).isEqualTo(1_210);
        assertThat(plan.withoutPit().count()).isEqualTo(1_198);
        assertThat(plan.withoutPit().grades()).doesNotContain("OP");
    }

    @Test
    void theTheatreHasItsFloors() {
        Map<String, Long> floors =
                plan(DemoHalls.theatre()).places().stream()
                        .collect(Collectors.groupingBy(Place::floor, Collectors.counting()));

        assertThat(floors).containsEntry("1층", 690L).containsEntry("2층", 520L);
        assertThat(plan(DemoHalls.arena()).count()).isEqualTo(15_000);
        assertThat(plan(DemoHalls.stadium()).count()).isEqualTo(50_000);
    }

    @Test
    void fiftyThousandSeatsDrawnOneByOneAreStillASmallDocument() {
        SeatPlan plan = plan(Halls.curvedStadium());
        LayoutDocument.Packed packed = LayoutDocument.of(UUID.randomUUID(), plan).pack();

        System.out.printf(
                "50,000 seats with coordinates: %,d bytes, packed %,d%n",
                packed.plain().length, packed.jsonGzip().length);
        assertThat(plan.count()).isEqualTo(50_000);
        assertThat(packed.jsonGzip()).hasSizeLessThan(300_000);
    }

    // ---- any at all

    @Test
    void whateverTheRoomOrdinalsHaveNoGapsAndIdsAreUnique() {
        long seed = new Random().nextLong();
        System.out.println("random layouts, seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            HallLayout layout = randomLayout(random);

            SeatPlan plan = plan(layout);
            List<Place> places = plan.places();

            assertThat(places).hasSize(plan.count()).isNotEmpty();
            SeatIds ids = SeatIds.of(new UUID(seed, round));
            Set<UUID> seen = new HashSet<>();
            Set<String> names = new HashSet<>();
            for (int i = 0; i < places.size(); i++) {
                Place place = places.get(i);
                assertThat(place.ordinal()).isEqualTo(i);
                assertThat(seen.add(ids.seat(i))).isTrue();
                assertThat(names.add(brief(place))).as(brief(place)).isTrue();
            }
            assertThat(new TreeSet<>(plan.grades()))
                    .isEqualTo(
                            places.stream()
                                    .map(Place::grade)
                                    .collect(Collectors.toCollection(TreeSet::new)));
            // what fans draw is what is sold
            assertThat(spell(LayoutDocument.of(new UUID(seed, round), plan)))
                    .isEqualTo(
                            places.stream()
                                    .map(LayoutReaderTest::brief)
                                    .collect(Collectors.joining(" ")));
            // and what is stored of a hall is read back as the same
            assertThat(plan(Json.read(Json.write(layout), HallLayout.class)).places())
                    .isEqualTo(places);
        }
    }

    private static HallLayout randomLayout(Random random) {
        List<Section> sections = new ArrayList<>();
        for (int s = random.nextInt(4); s > 0; s--) {
            List<Row> rows = new ArrayList<>();
            for (int r = 1 + random.nextInt(6); r > 0; r--) {
                rows.add(randomRow(random, r));
            }
            sections.add(new Section(s % 2 + "층", "S" + s, "R", null, null, rows));
        }
        List<Zone> zones = new ArrayList<>();
        for (int z = random.nextInt(3) + (sections.isEmpty() ? 1 : 0); z > 0; z--) {
            zones.add(new Zone("G", "Z" + z, "ST", 1 + random.nextInt(50), null, null));
        }
        return new HallLayout(null, null, null, sections, zones, null);
    }

    private static Row randomRow(Random random, int name) {
        int length = 1 + random.nextInt(30);
        @Nullable String grade = random.nextBoolean() ? "VIP" : null;
        if (random.nextInt(3) == 0) {
            List<Seat> seats = new ArrayList<>();
            for (int n = 0; n < length; n++) {
                seats.add(
                        new Seat(
                                new SeatNumber(random.nextBoolean() ? "" + n : n + "가"),
                                random.nextBoolean() ? "S" : null,
                                random.nextBoolean(),
                                random.nextBoolean(),
                                random.nextDouble(),
                                null));
            }
            return new Row("" + name, grade, null, null, null, null, null, null, null, null, seats);
        }
        int step = random.nextBoolean() ? 1 + random.nextInt(3) : -1 - random.nextInt(3);
        int first = 1 + random.nextInt(50) + (step < 0 ? -step * length : 0);
        List<Integer> gaps = new ArrayList<>();
        List<Integer> accessible = new ArrayList<>();
        for (int i = 1; i < length; i++) {
            int number = first + i * step;
            switch (random.nextInt(6)) {
                case 0 -> gaps.add(number);
                case 1 -> accessible.add(number);
                default -> {
                    // an ordinary seat
                }
            }
        }
        return new Row(
                "" + name,
                grade,
                length,
                first,
                step,
                List.copyOf(gaps),
                List.copyOf(accessible),
                null,
                1.0 * name,
                2.25,
                null);
    }

    private static SeatPlan plan(HallLayout layout) {
        Reading reading = LayoutReader.read(layout, "layout");
        assertThat(reading).isInstanceOf(Reading.Planned.class);
        return ((Reading.Planned) reading).plan();
    }

    /**
     * Reads the document as docs/layouts.md tells a browser to, sharing no code with the writer.
     */
    private static String spell(LayoutDocument document) {
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
