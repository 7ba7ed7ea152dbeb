package onsale.catalog.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import onsale.contracts.SeatIds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A layout has the seats it describes, in the plan and in the document that browsers draw. */
class LayoutReaderTest {

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
        SeatPlan plan = Plans.of(HallLayout.parse(LayoutJson.expand(layout)));

        assertThat(SpelledSeats.spell(plan)).isEqualTo(seats);
        assertThat(SpelledSeats.spell(LayoutDocument.of(UUID.randomUUID(), plan))).isEqualTo(seats);
    }

    @Test
    void fiftyThousandSeatsDrawnOneByOneAreStillASmallDocument() {
        SeatPlan plan = Plans.of(LargeHalls.curvedStadium());
        PackedLayout packed = LayoutDocument.of(UUID.randomUUID(), plan).pack();

        System.out.printf(
                "50,000 seats with coordinates: %,d bytes, packed %,d%n",
                packed.plain().length, packed.jsonGzip().length);
        assertThat(plan.count()).isEqualTo(50_000);
        assertThat(packed.jsonGzip()).hasSizeLessThan(300_000);
    }

    @Test
    void whateverTheRoomOrdinalsHaveNoGapsAndIdsAreUnique() {
        long seed = new Random().nextLong();
        System.out.println("random layouts, seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            HallLayout layout = RandomLayouts.next(random);

            SeatPlan plan = Plans.of(layout);
            List<PlannedSeat> seats = plan.seats();

            assertThat(seats).hasSize(plan.count()).isNotEmpty();
            SeatIds ids = SeatIds.of(new UUID(seed, round));
            Set<UUID> seen = new HashSet<>();
            Set<String> names = new HashSet<>();
            for (int i = 0; i < seats.size(); i++) {
                PlannedSeat seat = seats.get(i);
                assertThat(seat.ordinal()).isEqualTo(i);
                assertThat(seen.add(ids.seat(i))).isTrue();
                assertThat(names.add(SpelledSeats.spell(seat)))
                        .as(SpelledSeats.spell(seat))
                        .isTrue();
            }
            assertThat(new TreeSet<>(plan.grades()))
                    .isEqualTo(
                            seats.stream()
                                    .map(PlannedSeat::grade)
                                    .collect(Collectors.toCollection(TreeSet::new)));
            // what fans draw is what is sold
            assertThat(SpelledSeats.spell(LayoutDocument.of(new UUID(seed, round), plan)))
                    .isEqualTo(SpelledSeats.spell(plan));
            // and what is stored of a hall is read back as the same
            assertThat(Plans.of(HallLayout.parse(layout.json())).seats()).isEqualTo(seats);
        }
    }
}
