package onsale.rush.fan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Which seats fans choose. */
class HouseTest {

    @Test
    void fansWhoGoWhereEverybodyGoesWantTheSameSeats() {
        House house =
                House.of(
                        JsonMapper.builder()
                                .build()
                                .readTree(
                                        """
                                        {"seatIdBase":"x-","count":40,"grades":["S","VIP"],"sections":[
                                          {"rows":[{"first":0,"count":20,"grade":0},
                                                   {"first":20,"count":20,"grade":1}]}]}
                                        """),
                        Map.of("VIP", 100L, "S", 10L));
        SeatMap map = new SeatMap();
        map.read(allFree(40));
        SplittableRandom random = new SplittableRandom(1);

        int dear = 0;
        for (int i = 0; i < 1_000; i++) {
            int[] seats = house.choose(map, 2, true, random);
            assertThat(seats).hasSize(2);
            assertThat(seats[1]).isEqualTo(seats[0] + 1);
            dear += seats[0] >= 20 ? 1 : 0;
        }
        assertThat(dear).isGreaterThan(400);
        assertThat(house.seatIds(new int[] {26, 27})).isEqualTo("\"x-0000001a\",\"x-0000001b\"");
        int[] all = java.util.stream.IntStream.range(0, 40).toArray();
        map.take(java.util.Arrays.copyOf(all, 39));
        assertThat(house.choose(map, 4, true, random)).containsExactly(39);
        map.take(all);
        assertThat(house.choose(map, 1, false, random)).isEmpty();
    }

    private static byte[] allFree(int count) {
        byte[] bytes = new byte[13 + count / 4];
        java.nio.ByteBuffer.wrap(bytes).put((byte) 1).putLong(5).putInt(count);
        return bytes;
    }
}
